import { testPage } from "./page.ts";

testPage("CONTRIBUTING.md");
