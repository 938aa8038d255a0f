import { testPage } from "./page.ts";

testPage("docs/threat-model.md");
