import { testPage } from "./page.ts";

testPage("docs/risk.md");
