import { testPage } from "./page.ts";

testPage("docs/engines.md");
