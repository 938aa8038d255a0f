import { testPage } from "./page.ts";

testPage("SECURITY.md");
