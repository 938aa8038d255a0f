import { testPage } from "./page.ts";

testPage("docs/cell-search.md");
