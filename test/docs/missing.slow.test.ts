import { testPage } from "./page.ts";

testPage("docs/missing.md");
