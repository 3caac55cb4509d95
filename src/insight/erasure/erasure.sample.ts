/** In every text about the person. */
export const canary = 'Kestrel9'

/** Everything that a customer can be, each text with the canary or a number that nothing else has. */
export const personal = {
  firstName: `${canary} first`,
  lastName: `${canary} last`,
  phone: '0500999123',
  email: `${canary}@example.com`,
  dob: '2015-03-07',
  gender: 'female' as const,
  guardianName: `${canary} guardian`,
  guardianPhone: '0500999124',
  emergencyName: `${canary} aunt`,
  emergencyPhone: '0500999125',
  emergencyRelation: `${canary} side`,
  medicalNote: `${canary} is allergic to nuts`,
  photoConsent: 'no' as const,
  language: 'ar' as const,
  source: 'referral' as const,
  tags: [`${canary} tag`],
  notes: `${canary} notes`,
  nickname: `${canary} nick`,
  consentMarketing: true,
  showInRankings: true,
  companyName: `${canary} Ltd`,
  billingStreet: `${canary} Street`,
  billingCity: `${canary} City`,
  billingPostcode: '500999123',
  billingCountry: 'AE',
  taxNumber: '500999123000000',
}
