import type { Business, Name } from './business.ts'
import { batches } from './north-batches.ts'

const names = (text: string): Name[] => text.split(' ').map((name) => [name, name.toLowerCase().replace(/[^a-z]/g, '')])

const weekdays = [1, 2, 3, 4, 5]

/** A multi-sport academy in London. Its phone numbers are from the range reserved for fiction. */
export const north: Business = {
  email: 'owner@north.example',
  country: 'GB',
  language: 'en',
  zone: 'Europe/London',
  plan: 'elite',
  billing: { billingDay: 1, proration: 'days', cancelledSessions: 'credit', visits: 'month', placeOffers: 'auto', offerHours: 48 },
  team: [
    { email: 'manager@north.example', role: 'manager', trainer: null },
    { email: 'desk@north.example', role: 'frontDesk', trainer: null },
    { email: 'trainer@north.example', role: 'trainer', trainer: 0 },
    { email: 'books@north.example', role: 'accountant', trainer: null },
  ],
  profile: {
    name: 'North Star Sports Academy',
    username: 'northstar',
    address: '14 Finsbury Park Road',
    postcode: 'N4 2JX',
    startingTime: '07:00',
    endingTime: '22:00',
    days: [...weekdays, 6],
    latitude: 51.5702,
    longitude: -0.1026,
    location: 'Finsbury Park, north gate',
  },
  logo: ['star', '#10233f', '#f4b942'],
  services: [
    {
      service: 'football',
      surface: 'turf',
      descriptionEn: 'Football for girls and boys from six, on our own floodlit pitch',
      descriptionAr: 'كرة القدم للبنات والأولاد من سن السادسة على ملعبنا المضاء',
    },
    {
      service: 'swimming',
      surface: 'pool',
      descriptionEn: 'From the first strokes to the squad, in small groups and warm water',
      descriptionAr: 'من أول ضربة حتى فريق السباحة في مجموعات صغيرة وماء دافئ',
    },
    {
      service: 'basketball',
      surface: 'wood',
      descriptionEn: 'Junior training in the week and open games for grown-ups',
      descriptionAr: 'تدريب للناشئين خلال الأسبوع ومباريات مفتوحة للكبار',
    },
    {
      service: 'badminton',
      surface: 'wood',
      descriptionEn: 'Learn to serve, clear and smash on four indoor courts',
      descriptionAr: 'تعلم الإرسال والضربات الساحقة على أربعة ملاعب داخلية',
    },
    {
      service: 'gymnastics',
      surface: 'mat',
      descriptionEn: 'Balance, strength and courage for children from five to eleven',
      descriptionAr: 'التوازن والقوة والشجاعة للأطفال من الخامسة حتى الحادية عشرة',
    },
    {
      service: 'running',
      surface: 'clay',
      descriptionEn: 'An easy evening run through the park, for every pace',
      descriptionAr: 'جري مسائي خفيف في الحديقة لكل المستويات',
    },
  ],
  halls: [
    { title: 'North pitch', size: 2800, totalCandidates: 30, audience: 'mixed' },
    { title: 'Sports hall', size: 900, totalCandidates: 24, audience: 'mixed' },
    { title: 'Training pool', size: 420, totalCandidates: 18, audience: 'children' },
  ],
  trainers: [
    { Fname: 'Emma', Lname: 'Clarke', cost: 45, teaches: ['swimming'] },
    { Fname: 'Daniel', Lname: 'Hughes', cost: 40, teaches: ['football'] },
    { Fname: 'Olivia', Lname: 'Bennett', cost: 42, teaches: ['gymnastics', 'swimming'] },
    { Fname: 'Marcus', Lname: 'Johnson', cost: 48, teaches: ['basketball', 'badminton'] },
    { Fname: 'Priya', Lname: 'Sharma', cost: 38, teaches: ['badminton', 'running', 'gymnastics'] },
    { Fname: 'Samuel', Lname: 'Okafor', cost: 40, teaches: ['football', 'running', 'basketball'] },
  ],
  batches,
  closures: [
    { label: 'Christmas', on: '12-24', days: 4 },
    { label: 'New Year', on: '01-01', days: 1 },
    { label: 'Early May bank holiday', on: '05-04', days: 1 },
    { label: 'Summer week', on: '08-17', days: 7 },
  ],
  names: {
    female: names(
      'Amelia Olivia Isla Ava Mia Grace Sophie Zara Aisha Chloe Ruby Ella Freya Maya Hannah Leila Nadia Priya Yasmin Eve Tessa Alice Harriet Ngozi Carmen Lucy Naomi Ingrid Beatrix Joy',
    ),
    male: names(
      'Oliver George Noah Arthur Leo Theo Oscar Adam Yusuf Ethan Max Samuel Rohan Tariq Kwame Felix Hugo Jonah Mateo Idris Daniel Callum Finn Ravi Tobias Ben Caleb Nathan Omar Luca',
    ),
    families: names(
      "Smith Jones Patel Khan Taylor Brown Williams Davies Evans Thomas Roberts Ahmed Wright Robinson Okoye Mensah Nowak Silva O'Neill Murphy Begum Walker Green Hall Wood Clarke Singh Kaur Martin Rossi Larsen Baker Turner Ali Hassan Cole Price Rahman Ward Adeyemi",
    ),
  },
  tags: ['siblings', 'competition', 'beginner', 'holiday camp', 'VIP', 'school partner'],
  notes: [
    'Prefers messages to calls',
    'Picked up by the grandparents on Wednesdays',
    'Asked for a later group',
    'Left-handed',
    'Wants to try out for the squad next term',
    'Pays for two children together',
  ],
  medical: ['Allergic to nuts; carries an adrenaline pen', 'Asthma, has an inhaler in the bag', 'Wears a hearing aid on the left side'],
  relative: 'Aunt',
  goods: [
    ['Training shirt', 2200],
    ['Football', 1800],
    ['Swimming goggles', 1400],
    ['Water bottle', 900],
    ['Badminton racket', 3500],
    ['North pitch, one hour', 6000],
    ['Birthday party in the sports hall', 18_000],
  ],
  monthly: [
    { category: 'rent', supplier: 'Finsbury Estates', amount: 240_000, monthDay: 1 },
    { category: 'utilities', supplier: 'Northern Power and Water', amount: 48_000, monthDay: 15 },
    { category: 'insurance', supplier: 'Beacon Mutual', amount: 12_500, monthDay: null },
    { category: 'software', supplier: 'Touchline', amount: 5833, monthDay: 5 },
  ],
  spent: [
    { category: 'equipment', supplier: 'Park Lane Sports Supply', amount: 24_900 },
    { category: 'maintenance', supplier: 'Bright Floodlights Ltd', amount: 38_000 },
    { category: 'marketing', supplier: 'N4 Community Paper', amount: 9000 },
    { category: 'travel', supplier: 'City Coaches', amount: 21_000 },
    { category: 'equipment', supplier: 'Poolcare Direct', amount: 15_600 },
  ],
  bank: { holder: 'North Star Sports Academy Ltd', account: 'GB33BUKB20201555555555', bankName: 'Finsbury Bank' },
  opening: { bank: 1_485_000, till: 15_000, draw: 150_000 },
  quotes: [
    ['Ten swimming lessons for a school class', 24, 6500],
    ['Summer football week for a youth club', 18, 9000],
    ['After-work badminton for a company', 10, 7500],
  ],
  contests: {
    over: { nameEn: 'Autumn attendance cup', nameAr: 'كأس حضور الخريف', prizes: ['A month free', 'A training shirt', 'A bottle'] },
    running: { nameEn: 'Minutes that count', nameAr: 'دقائق تُحتسب', prizes: ['A match ball', 'A bottle'] },
    shared: { nameEn: 'London against the Gulf', nameAr: 'لندن ضد الخليج', prizes: ['The travelling cup'] },
  },
  words: {
    places: 'Three children of one family',
    discount: 'Second child of the family',
    refund: 'Left before the month was over',
    returned: 'The size did not fit',
    void: 'Entered twice by mistake',
    short: 'Two coins too few in the till',
    failed: 'The bank did not know the account',
  },
  reasons: ['Moved to another area', 'Timetable clashes with school', 'Injured', 'Trying another sport', 'Too expensive'],
  trouble: 'Floodlights are being repaired',
  phone: (number) => `07700 900${String(number % 1000).padStart(3, '0')}`,
}
