import { testPage } from "./page.ts";

testPage("docs/architecture.md");
