import { testPage } from "./page.ts";

testPage("docs/coming-from-mondrian.md");
