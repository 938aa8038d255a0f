import { testPage } from "./page.ts";

testPage("docs/identifiers.md");
