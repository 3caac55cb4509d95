/** A registered company in the Emirates, as a customer's fields name it. */
export const company = {
  companyName: 'Gulf Swim & Sons LLC',
  billingStreet: 'Sheikh Zayed Road 12',
  billingCity: 'Dubai',
  billingPostcode: '00000',
  billingCountry: 'AE',
  taxNumber: '100123456700003',
}
