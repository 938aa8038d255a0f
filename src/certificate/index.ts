export { type Certificate, type CertificateFacts, certify, refuseUncertifiable } from "./certificate.ts";
export { parseCertificate } from "./certificate-form.ts";
export { type FileFacts, type Verification, verify } from "./verify.ts";
