/** Pages of this origin, which open in a new tab (spec 2, Avatar); the operator's own URLs (`TERMS_URL`, `PRIVACY_URL`) replace them. */
export const termsUrl = '/terms'
export const privacyUrl = '/privacy'
