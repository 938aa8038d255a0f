import { testPage } from "./page.ts";

testPage("README.md");
