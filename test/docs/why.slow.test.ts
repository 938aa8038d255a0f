import { testPage } from "./page.ts";

testPage("docs/why.md");
