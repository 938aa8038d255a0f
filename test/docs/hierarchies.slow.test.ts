import { testPage } from "./page.ts";

testPage("docs/hierarchies.md");
