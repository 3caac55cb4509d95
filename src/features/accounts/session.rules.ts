/** How long a sign-in lasts, absolutely, by the server's clock, in milliseconds (spec 9). */
export const sessionMs = 86_400_000
