import { testPage } from "./page.ts";

testPage("docs/low-loss.md");
