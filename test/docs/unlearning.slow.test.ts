import { testPage } from "./page.ts";

testPage("docs/unlearning.md");
