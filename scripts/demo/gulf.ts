import type { Business, Name } from './business.ts'
import { batches } from './gulf-batches.ts'

const names = (text: string): Name[] =>
  text.split(' ').map((pair) => {
    const [written = '', latin = ''] = pair.split(':')
    return [written.replaceAll('_', ' '), latin]
  })

const starts = ['550', '501', '660', '900', '944', '966', '977', '994']

/** An academy in Kuwait whose people and texts are Arabic; its currency has three decimals. */
export const gulf: Business = {
  email: 'owner@gulf.example',
  country: 'KW',
  language: 'ar',
  zone: 'Asia/Kuwait',
  plan: 'pro',
  billing: { billingDay: null, proration: 'days', cancelledSessions: 'nothing', visits: 'week', placeOffers: 'byHand', offerHours: 48 },
  team: [],
  profile: {
    name: 'أكاديمية نجوم الخليج الرياضية',
    username: 'نجوم الخليج',
    address: 'السالمية، شارع سالم المبارك، مبنى ٢٤',
    postcode: '22001',
    startingTime: '08:00',
    endingTime: '23:00',
    days: [0, 1, 2, 3, 4, 6],
    latitude: 29.3375,
    longitude: 48.0758,
    location: 'السالمية، قرب المارينا',
  },
  logo: ['waves', '#0b4f5c', '#e9d8a6'],
  services: [
    {
      service: 'football',
      surface: 'turf',
      descriptionEn: 'Football on real turf for children, youth and grown-ups',
      descriptionAr: 'كرة القدم على عشب حقيقي للأطفال والشباب والكبار',
    },
    {
      service: 'swimming',
      surface: 'pool',
      descriptionEn: 'Swimming lessons for children and a morning for women',
      descriptionAr: 'دروس سباحة للأطفال وحصة صباحية للسيدات',
    },
    {
      service: 'karate',
      surface: 'mat',
      descriptionEn: 'Karate from the white belt to the black, with gradings',
      descriptionAr: 'الكاراتيه من الحزام الأبيض حتى الأسود مع اختبارات الأحزمة',
    },
    {
      service: 'gymnastics',
      surface: 'mat',
      descriptionEn: 'Gymnastics for girls in small groups with women trainers',
      descriptionAr: 'جمباز للبنات في مجموعات صغيرة مع مدربات',
    },
    {
      service: 'basketball',
      surface: 'wood',
      descriptionEn: 'Basketball for juniors once a week in the main hall',
      descriptionAr: 'كرة السلة للناشئين مرة في الأسبوع في الصالة الرئيسية',
    },
  ],
  halls: [
    { title: 'ملعب النخيل', size: 2400, totalCandidates: 26, audience: 'mixed' },
    { title: 'الصالة الرئيسية', size: 800, totalCandidates: 24, audience: 'mixed' },
    { title: 'المسبح المغطى', size: 380, totalCandidates: 16, audience: 'mixed' },
  ],
  trainers: [
    { Fname: 'خالد', Lname: 'العنزي', cost: 18, teaches: ['football', 'basketball'] },
    { Fname: 'نورة', Lname: 'المطيري', cost: 20, teaches: ['swimming'] },
    { Fname: 'يوسف', Lname: 'الكندري', cost: 17, teaches: ['karate', 'football'] },
    { Fname: 'فاطمة', Lname: 'العجمي', cost: 18, teaches: ['gymnastics', 'karate'] },
    { Fname: 'سالم', Lname: 'الرشيدي', cost: 16, teaches: ['football', 'basketball'] },
    { Fname: 'مريم', Lname: 'الهاجري', cost: 19, teaches: ['swimming', 'gymnastics'] },
  ],
  batches,
  closures: [
    { label: 'العيد الوطني ويوم التحرير', on: '02-25', days: 2 },
    { label: 'عيد الفطر', on: [10, 1], days: 4 },
    { label: 'عيد الأضحى', on: [12, 9], days: 5 },
    { label: 'إجازة الصيف', on: '08-09', days: 7 },
  ],
  names: {
    female: names(
      'نورة:noura فاطمة:fatima مريم:maryam سارة:sara دانة:dana لطيفة:latifa شيخة:shaikha هيا:haya ريم:reem العنود:alanoud منيرة:munira دلال:dalal غلا:ghala لولوة:lulwa أسماء:asma آمنة:amna حصة:hessa جود:joud رزان:razan بشاير:bashayer وضحة:wadha موضي:moudi شهد:shahad غنيمة:ghanima',
    ),
    male: names(
      'محمد:mohammad أحمد:ahmad عبدالله:abdullah يوسف:yousef علي:ali خالد:khaled فهد:fahad سعود:saud ناصر:nasser بدر:bader فيصل:faisal حمد:hamad مشاري:mishari طلال:talal جاسم:jassim عبدالعزيز:abdulaziz سلمان:salman راشد:rashed تركي:turki عمر:omar إبراهيم:ibrahim حسين:hussain ضاري:dhari مبارك:mubarak',
    ),
    families: names(
      'العنزي:alenezi المطيري:almutairi الرشيدي:alrashidi العجمي:alajmi الهاجري:alhajri الكندري:alkandari الفضلي:alfadhli الشمري:alshammari العتيبي:alotaibi الظفيري:aldhafeeri القحطاني:alqahtani البلوشي:albloushi الخالدي:alkhaldi العازمي:alazmi الدوسري:aldosari الحربي:alharbi الصالح:alsaleh بهبهاني:behbehani دشتي:dashti القطان:alqattan العوضي:alawadhi المسلم:almuslim الحداد:alhaddad النجار:alnajjar الأنصاري:alansari الفيلكاوي:alfailakawi',
    ),
  },
  tags: ['إخوة', 'بطولات', 'مبتدئ', 'معسكر العطلة', 'مميز', 'مدرسة شريكة'],
  notes: [
    'يفضل الرسائل على المكالمات',
    'تستلمه الجدة يوم الأربعاء',
    'يرغب في مجموعة متأخرة',
    'يستخدم يده اليسرى',
    'يرغب في الانضمام إلى الفريق',
    'الدفع عن طفلين معًا',
  ],
  medical: ['حساسية من المكسرات، والقلم في الحقيبة', 'ربو، والبخاخ في الحقيبة', 'يضع سماعة في الأذن اليسرى'],
  relative: 'الخالة',
  goods: [
    ['قميص تدريب', 6500],
    ['كرة قدم', 5250],
    ['نظارة سباحة', 4000],
    ['زجاجة ماء', 1750],
    ['بدلة كاراتيه', 12_500],
    ['ملعب النخيل لساعة', 15_000],
    ['حفلة ميلاد في الصالة', 60_000],
  ],
  monthly: [
    { category: 'rent', supplier: 'عقارات السالمية', amount: 650_000, monthDay: 1 },
    { category: 'utilities', supplier: 'خدمات الكهرباء والماء', amount: 95_000, monthDay: 15 },
    { category: 'insurance', supplier: 'تأمين الخليج الأهلي', amount: 32_500, monthDay: null },
    { category: 'software', supplier: 'Touchline', amount: 17_750, monthDay: 5 },
  ],
  spent: [
    { category: 'equipment', supplier: 'مستودع الرياضة', amount: 68_000 },
    { category: 'maintenance', supplier: 'صيانة التكييف السريعة', amount: 85_500 },
    { category: 'marketing', supplier: 'إعلانات الساحل', amount: 25_000 },
    { category: 'travel', supplier: 'حافلات الديرة', amount: 40_000 },
    { category: 'equipment', supplier: 'كيماويات المسابح', amount: 33_250 },
  ],
  bank: { holder: 'أكاديمية نجوم الخليج الرياضية', account: 'KW81CBKU0000000000001234560101', bankName: 'بنك الساحل' },
  opening: { bank: 6_250_000, till: 60_000, draw: 600_000 },
  quotes: [
    ['دورة سباحة لطلاب مدرسة', 20, 18_000],
    ['أسبوع كرة قدم لنادٍ شبابي', 16, 24_500],
    ['كاراتيه بعد الدوام لموظفي شركة', 10, 21_750],
  ],
  contests: {
    over: { nameEn: 'Attendance league', nameAr: 'دوري الحضور', prizes: ['شهر مجاني', 'قميص تدريب', 'زجاجة ماء'] },
    running: { nameEn: 'Stars of the month', nameAr: 'نجوم الشهر', prizes: ['كرة مباراة', 'زجاجة ماء'] },
    shared: { nameEn: 'Academies cup', nameAr: 'كأس الأكاديميات', prizes: ['الكأس المتنقلة'] },
  },
  words: {
    places: 'ثلاثة إخوة من أسرة واحدة',
    discount: 'الابن الثاني في الأسرة',
    refund: 'ترك قبل نهاية الشهر',
    returned: 'المقاس غير مناسب',
    void: 'أُدخلت مرتين بالخطأ',
    short: 'نقص بسيط في الصندوق',
    failed: 'لم يتعرف البنك على الحساب',
  },
  reasons: ['انتقال السكن', 'تعارض مع دوام المدرسة', 'إصابة', 'الرغبة في رياضة أخرى', 'السفر'],
  trouble: 'صيانة الإضاءة',
  phone: (number) => `${starts[number % starts.length] ?? ''}${String((number * 7919 + 10_007) % 100_000).padStart(5, '0')}`,
}
