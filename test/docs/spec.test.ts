import { testPage } from "./page.ts";

testPage("docs/spec.md");
