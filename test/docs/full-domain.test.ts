import { testPage } from "./page.ts";

testPage("docs/full-domain.md");
