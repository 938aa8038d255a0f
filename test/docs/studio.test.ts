import { testPage } from "./page.ts";

testPage("docs/studio.md");
