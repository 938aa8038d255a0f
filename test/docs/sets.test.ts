import { testPage } from "./page.ts";

testPage("docs/sets.md");
