/** Whom to call about a child, and what to mind. */
export const care = {
  emergencyName: 'Huda Karam',
  emergencyPhone: '+971507654322',
  emergencyRelation: 'Aunt',
  medicalNote: 'Allergic to peanuts. The pen is in the red bag.',
}
