import { testPage } from "./page.ts";

testPage("docs/faq.md");
