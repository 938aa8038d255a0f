import { testPage } from "./page.ts";

testPage("docs/other-tools.md");
