import { testPage } from "./page.ts";

testPage("docs/coming-from-mg-ga.md");
