import { testPage } from "./page.ts";

testPage("docs/tutorial.md");
