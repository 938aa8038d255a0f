import { testPage } from "./page.ts";

testPage("docs/certificates.md");
