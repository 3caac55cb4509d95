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
  tags: ['إخوة', 'بطولات', 'مبتدئ', 'موافقة تصوير', 'مميز', 'مدرسة شريكة'],
  notes: [
    'حساسية من المكسرات',
    'تستلمه الجدة يوم الأربعاء',
    'يرغب في مجموعة متأخرة',
    'ربو ومعه البخاخ',
    'يرغب في الانضمام إلى الفريق',
    'الدفع عن طفلين معًا',
  ],
  reasons: ['انتقال السكن', 'تعارض مع دوام المدرسة', 'إصابة', 'الرغبة في رياضة أخرى', 'السفر'],
  trouble: 'صيانة الإضاءة',
  phone: (number) => `${starts[number % starts.length] ?? ''}${String((number * 7919 + 10_007) % 100_000).padStart(5, '0')}`,
}
