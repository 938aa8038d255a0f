import { testPage } from "./page.ts";

testPage("docs/glossary.md");
