import { testPage } from "./page.ts";

testPage("docs/stages.md");
