/** Limits of spec 9: an image of exactly these figures still passes (product 2.15). */
export const imageBytes = 1_048_576
const imageSide = 400

/** The limits and messages per purpose of an image: a service cover and a receipt have only the byte limit (spec 5). */
export const imagePurposes = {
  logo: { side: imageSide, dimensions: 'lib.images.dimensions' },
  avatar: { side: imageSide, dimensions: 'lib.images.avatarDimensions' },
  cover: { side: null, dimensions: 'lib.images.dimensions' },
  receipt: { side: null, dimensions: 'lib.images.dimensions' },
} as const
export type ImagePurpose = keyof typeof imagePurposes

/** The accepted types of image; SVG is refused. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
