/** Pages of this origin, which open in a new tab (spec 2, Avatar); the operator's own addresses take their place (`TERMS_URL`, `PRIVACY_URL`). */
export const termsUrl = '/terms'
export const privacyUrl = '/privacy'
