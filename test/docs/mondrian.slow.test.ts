import { testPage } from "./page.ts";

testPage("docs/mondrian.md");
