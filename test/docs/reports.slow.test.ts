import { testPage } from "./page.ts";

testPage("docs/reports.md");
