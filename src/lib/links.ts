/** The marketplace provider's own pages, which open in a new tab (spec 2, Avatar). */
export const termsUrl = 'https://touchline.example/terms'
export const privacyUrl = 'https://touchline.example/privacy'
