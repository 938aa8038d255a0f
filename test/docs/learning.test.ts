import { testPage } from "./page.ts";

testPage("docs/learning.md");
