import { testPage } from "./page.ts";

testPage("docs/README.md");
