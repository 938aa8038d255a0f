import { testPage } from "./page.ts";

testPage("docs/attacks.md");
