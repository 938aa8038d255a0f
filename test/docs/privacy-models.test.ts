import { testPage } from "./page.ts";

testPage("docs/privacy-models.md");
