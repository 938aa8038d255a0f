import { testPage } from "./page.ts";

testPage("docs/coding.md");
