/** The drawings of what is to be minded about a person: a medical cross, a crossed-out camera, and a receiver. */
export const careIcons = {
  medicalNote: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  noPhotos: 'M4 8h3l2-3h6l2 3h3v11H4zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 3l18 18',
  contact: 'M6 3h3.5l1.5 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 1.5V18a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z',
} as const
