import { testPage } from "./page.ts";

testPage("docs/synthesis.md");
