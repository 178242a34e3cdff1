/** A sentence and its words. */
export interface Example {
  readonly language: string;
  readonly sentence: string;
  /** Separated by "|". */
  readonly words: string;
}

export interface CutExample extends Example {
  /** The cuts as a link carries them. */
  readonly cuts: string;
}

/**
 * Sentences in many languages, each with its words as every browser and Node read it: by UAX #29
 * with the exceptions that web/src/state/words-pattern.ts names. Written by hand.
 */
export const BY_RULE: readonly Example[] = [
  { language: "English", sentence: "e.g. this one", words: "e.g|this|one" },
  { language: "English", sentence: "Node.js is good", words: "Node.js|is|good" },
  { language: "English", sentence: "3.14 x_1 GPT4", words: "3.14|x_1|GPT4" },
  { language: "English", sentence: "Don't panic: 3.5 fish & 🐟!", words: "Don't|panic|3.5|fish" },
  {
    language: "English",
    sentence: "Don’t ‘quote’ the dogs’ bowl",
    words: "Don’t|quote|the|dogs|bowl",
  },
  { language: "English", sentence: "rock 'n' roll", words: "rock|n|roll" },
  {
    language: "English",
    sentence: "state-of-the-art GPT-4, v1.0",
    words: "state|of|the|art|GPT|4|v1.0",
  },
  {
    language: "English",
    sentence: "1,000.5 + 3;4 = 12:30 or 50%",
    words: "1,000.5|3;4|12|30|or|50",
  },
  { language: "English", sentence: "3.a a.3 4x4 1e-5", words: "3|a|a|3|4x4|1e|5" },
  {
    language: "English",
    sentence: "key:value http://a.example/b_c?d=e",
    words: "key|value|http|a.example|b_c|d|e",
  },
  { language: "English", sentence: "C++ and C# at R&D, U.S.A.", words: "C|and|C|at|R|D|U.S.A" },
  { language: "English", sentence: "_private __init__ _ a_", words: "_private|__init__|a_" },
  { language: "English", sentence: "naïve café — coöperate…", words: "naïve|café|coöperate" },
  { language: "English", sentence: "x² is ½ of ① and ⓐ and Ⅷ", words: "x|is|of|and|ⓐ|and|Ⅷ" },
  { language: "English", sentence: "soft­hyphen zero​width", words: "softhyphen|zero|width" },
  { language: "English", sentence: "I ❤️ 👩‍👩‍👧 🇫🇷 and 1️⃣", words: "I|and|1️⃣" },
  { language: "English", sentence: "𝒜𝓁𝓁 𝟙𝟚 ﬁne ＡＢ", words: "𝒜𝓁𝓁|𝟙𝟚|ﬁne|ＡＢ" },
  {
    language: "French",
    sentence: "L’homme qu'on aime aujourd’hui",
    words: "L’homme|qu'on|aime|aujourd’hui",
  },
  { language: "French", sentence: "Ça va ? Bonjour ! 10 000 €", words: "Ça|va|Bonjour|10|000" },
  { language: "French", sentence: "« Où est-ce ? » 3,5 kg", words: "Où|est|ce|3,5|kg" },
  { language: "Italian", sentence: "Dov’è l'acqua dell'Adige?", words: "Dov’è|l'acqua|dell'Adige" },
  {
    language: "Catalan",
    sentence: "col·laboració intel·ligent",
    words: "col·laboració|intel·ligent",
  },
  {
    language: "German",
    sentence: "Straße, z.B. Fußgänger:innen",
    words: "Straße|z.B|Fußgänger|innen",
  },
  { language: "Spanish", sentence: "¿Qué tal? ¡Muy bien, n.º 1!", words: "Qué|tal|Muy|bien|n.º|1" },
  { language: "Portuguese", sentence: "não há água-de-coco", words: "não|há|água|de|coco" },
  { language: "Swedish", sentence: "S:t Eriks bro kl. 12.30", words: "S|t|Eriks|bro|kl|12.30" },
  { language: "Finnish", sentence: "EU:n hyvää päivää", words: "EU|n|hyvää|päivää" },
  {
    language: "Turkish",
    sentence: "İstanbul'da ığdır çok iyi",
    words: "İstanbul'da|ığdır|çok|iyi",
  },
  { language: "Polish", sentence: "Zażółć gęślą jaźń", words: "Zażółć|gęślą|jaźń" },
  { language: "Vietnamese", sentence: "Tôi rất tốt, cảm ơn", words: "Tôi|rất|tốt|cảm|ơn" },
  { language: "Hawaiian", sentence: "Hawaiʻi ʻōlelo", words: "Hawaiʻi|ʻōlelo" },
  {
    language: "Greek",
    sentence: "Καλημέρα, τι κάνεις; μ’ αρέσει",
    words: "Καλημέρα|τι|κάνεις|μ|αρέσει",
  },
  {
    language: "Russian",
    sentence: "Я хорошо, т.е. всё-таки ёлка",
    words: "Я|хорошо|т.е|всё|таки|ёлка",
  },
  { language: "Ukrainian", sentence: "Об'єднання п’ять м'яч", words: "Об'єднання|п’ять|м'яч" },
  { language: "Armenian", sentence: "Բարեւ՛ ձեզ, ի՞նչ կա։", words: "Բարեւ՛|ձեզ|ի՞նչ|կա" },
  { language: "Georgian", sentence: "გამარჯობა, როგორ ხარ?", words: "გამარჯობა|როგორ|ხარ" },
  { language: "Hebrew", sentence: 'צה"ל ודו״ח אני טוב', words: 'צה"ל|ודו״ח|אני|טוב' },
  { language: "Hebrew", sentence: "ג'ירפה צ׳יפס רח' הרצל", words: "ג'ירפה|צ׳יפס|רח'|הרצל" },
  { language: "Hebrew", sentence: 'הוא אמר "שלום" בית־ספר', words: "הוא|אמר|שלום|בית|ספר" },
  { language: "Hebrew", sentence: "בְּרֵאשִׁית בָּרָא", words: "בְּרֵאשִׁית|בָּרָא" },
  { language: "Arabic", sentence: "‏أنا بخير، شكرًا!", words: "أنا|بخير|شكرًا" },
  { language: "Arabic", sentence: "السعر ٣٫٥ أو ١٬٠٠٠ دينار", words: "السعر|٣٫٥|أو|١٬٠٠٠|دينار" },
  { language: "Persian", sentence: "می‌خواهم کتاب‌ها را", words: "می‌خواهم|کتاب‌ها|را" },
  { language: "Urdu", sentence: "میں ٹھیک ہوں۔", words: "میں|ٹھیک|ہوں" },
  { language: "Hindi", sentence: "मैं ठीक हूँ। नमस्ते, दुनिया!", words: "मैं|ठीक|हूँ|नमस्ते|दुनिया" },
  { language: "Hindi", sentence: "क्षेत्र का ३.१४ प्रतिशत", words: "क्षेत्र|का|३.१४|प्रतिशत" },
  { language: "Bengali", sentence: "আমি ভালো আছি।", words: "আমি|ভালো|আছি" },
  { language: "Tamil", sentence: "நான் நன்றாக இருக்கிறேன்", words: "நான்|நன்றாக|இருக்கிறேன்" },
  { language: "Sinhala", sentence: "මම හොඳින් ශ්‍රී ලංකා", words: "මම|හොඳින්|ශ්‍රී|ලංකා" },
  { language: "Tibetan", sentence: "བོད་ཡིག་ ཡིན།", words: "བོད|ཡིག|ཡིན" },
  { language: "Amharic", sentence: "እኔ ደህና ነኝ። ሰላም፡ነው", words: "እኔ|ደህና|ነኝ|ሰላም|ነው" },
  { language: "Mongolian", sentence: "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ", words: "ᠮᠣᠩᠭᠣᠯ|ᠪᠢᠴᠢᠭ" },
  { language: "Tai Le", sentence: "ᥖᥭᥰ ᥖᥬᥲ", words: "ᥖᥭᥰ|ᥖᥬᥲ" },
  {
    language: "Korean",
    sentence: "저는 잘 지내요. 3.5점, GPT4를",
    words: "저는|잘|지내요|3.5점|GPT4를",
  },
  { language: "Korean", sentence: "大韓民國 憲法을 읽다", words: "大韓民國|憲法|을|읽다" },
  { language: "Chinese", sentence: "今天 天气 很好", words: "今天|天气|很好" },
  { language: "Chinese", sentence: "我 很 好", words: "我|很|好" },
  { language: "Chinese", sentence: "自注意力机制 除以 根号", words: "自注意力机制|除以|根号" },
  { language: "Chinese", sentence: "我，你，他。3 个！", words: "我|你|他|3|个" },
  { language: "Chinese", sentence: "ㄅㄆㄇ pīnyīn", words: "ㄅㄆㄇ|pīnyīn" },
  { language: "Japanese", sentence: "これは ペン です", words: "これは|ペン|です" },
  { language: "Japanese", sentence: "ガ　ﾊﾟ　は", words: "ガ|ﾊﾟ|は" },
  { language: "Thai", sentence: "๒๕๖๗ ก ข", words: "๒๕๖๗|ก|ข" },
];

/** Sentences that need a dictionary, each with words of one, by the cuts that a link carries. */
export const BY_DICTIONARY: readonly CutExample[] = [
  { language: "Chinese", sentence: "我很好。", words: "我|很|好", cuts: "1.1.1" },
  { language: "Chinese", sentence: "我很好。", words: "我|很好", cuts: "1.2" },
  { language: "Chinese", sentence: "今天天气很好", words: "今天|天气|很好", cuts: "2.2.2" },
  { language: "Chinese", sentence: "研究生命起源", words: "研究|生命|起源", cuts: "2.2.2" },
  { language: "Chinese", sentence: "研究生命起源", words: "研究生|命|起源", cuts: "3.1.2" },
  {
    language: "Chinese",
    sentence: "我们用 NumPy 计算注意力。",
    words: "我们|用|NumPy|计算|注意力",
    cuts: "2.1.2.3",
  },
  {
    language: "Chinese",
    sentence: "人工智能GPT4模型，3.5分",
    words: "人工智能|GPT4|模型|3.5|分",
    cuts: "4.2",
  },
  { language: "Japanese", sentence: "私はペンです。", words: "私|は|ペン|です", cuts: "1.1.2.2" },
  { language: "Japanese", sentence: "東京都に住む", words: "東京|都|に|住む", cuts: "2.1.1.2" },
  { language: "Japanese", sentence: "東京都に住む", words: "東京都|に|住む", cuts: "3.1.2" },
  {
    language: "Japanese",
    sentence: "コンピューターで〆切を守る",
    words: "コンピューター|で|〆切|を|守る",
    cuts: "7.1.2.1.2",
  },
  { language: "Japanese", sentence: "ｶﾞｷﾞｸﾞ", words: "ｶﾞ|ｷﾞｸﾞ", cuts: "1.2" },
  {
    language: "Thai",
    sentence: "สวัสดีครับ ผมชื่อสมชาย",
    words: "สวัสดี|ครับ|ผม|ชื่อ|สมชาย",
    cuts: "4.3.2.2.5",
  },
  { language: "Thai", sentence: "ฉันรักแมว", words: "ฉัน|รัก|แมว", cuts: "2.2.3" },
  { language: "Thai", sentence: "ราคาถูก ๕๐ บาท", words: "ราคา|ถูก|๕๐|บาท", cuts: "4.2.3" },
  { language: "Lao", sentence: "ສະບາຍດີ ໂລກ", words: "ສະບາຍດີ|ໂລກ", cuts: "6.3" },
  { language: "Khmer", sentence: "ខ្ញុំសុខសប្បាយ", words: "ខ្ញុំ|សុខ|សប្បាយ", cuts: "2.2.4" },
  { language: "Burmese", sentence: "မင်္ဂလာပါ", words: "မင်္ဂလာ|ပါ", cuts: "4.1" },
];
