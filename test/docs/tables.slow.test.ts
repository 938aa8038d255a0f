import { testPage } from "./page.ts";

testPage("docs/tables.md");
