/**
 * What people ask a memory about themselves, and how such facts are told: the words of the question and those of its answer often have none in
 * common ("我多大了", "I'm 34 years old"; "can I eat prawns", "allergic to shellfish"), and a small model is near to every short fact alike. Classes of
 * meaning, in both languages; which of two facts of a class is meant stays with meaning and words.
 */
export interface Topic {
  readonly asks: RegExp;
  readonly tells: RegExp;
}

/** Those around a person. A text whose subject is one of them is not about the person who asks. */
export const KIN: readonly RegExp[] = [
  /\b(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?)\b|老婆|老公|妻子|丈夫|太太|爱人|媳妇|^先生|我先生|[男女]朋友/i,
  /\b(?:kids?|child|children|sons?|daughters?|baby|toddler|twins)\b|孩|儿子|女儿|宝宝|闺女|双胞胎|老[大二三幺]/i,
  /\b(?:mum|mom|mother|mama)\b|妈|母亲/i,
  /\b(?:dad|father|papa)\b|爸|父亲/i,
  /\b(?:parents)\b|父母|爸妈|爹妈/i,
  /\b(?:sisters?|brothers?|siblings?)\b|姐|妹|哥|弟/i,
  /\b(?:grandmother|grandfather|grandma|grandpa|granny|grandparents)\b|奶奶|爷爷|外婆|外公|姥姥|姥爷/i,
  /\b(?:uncles?|aunts?|auntie|cousins?|nieces?|nephews?)\b|叔|伯|舅|姨|姑|婶|[表堂][哥姐弟妹]|侄|外甥/i,
  /\b[a-z]+-in-law\b|岳父|岳母|公公|婆婆|嫂|女婿/i,
  /\b(?:friends?|classmates?)\b|(?<![男女])朋友|闺蜜|同学/i,
  /\b(?:flatmates?|roommates?|housemates?|neighbou?rs?)\b|室友|邻居/i,
  /\b(?:boss|manager|supervisor)\b|老板|领导|主管|上司/i,
  /\b(?:colleagues?|coworkers?)\b|同事/i,
];

/** A name alone answers "who am I"; "what is my dog called" is about the dog. */
export const NAME: Topic = {
  asks: /\bwho am i\b|\bname\b|\b(?:call|address) (?:me|him|her)\b|是谁|叫什么|名字|姓名|称呼/i,
  tells: /\bname(?:'s| is)\b|\b(?:called|calls? (?:me|him|her)|known as|goes by)\b|叫|名字|姓名|称呼/i,
};

export const TOPICS: readonly Topic[] = [
  {
    asks: /(?<!for a )\b(?:live|lives|living|reside|based)\b(?! with)|(?<!e-?mail )\baddress\b(?! (?:me|him|her))|住|\bwhere\b.*\bhome\b|(?<!邮[箱件])地址|家在哪/i,
    tells:
      /\b(?:live[sd]?|living|resides?|based in|moved (?:in)?to(?! \w+ for\b)|address)\b|\brent(?:s|ing|ed)? an?\b|\b(?:flat|apartment|house|studio|room)\b.{0,20}\b(?:in|at|near|on|is)\b|住|租[的了在]|公寓|小区|(?<!老)家在|搬[到去进]|(?<!邮[箱件])地址/i,
  },
  {
    asks: /\bhow old\b|\bage\b|(?<![码号有])多大|几岁|年龄|年纪|岁数/i,
    tells:
      /\byears? old\b|\bturn(?:s|ed|ing)? (?:\d|[a-z]+\b)|\baged? \d|\bborn\b|\d岁|[一二三四五六七八九十]岁|年龄|出生|生于|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]/i,
  },
  { asks: /\bbirthday\b|\bborn\b|\bof birth\b|生日|出生|哪[年天]生/i, tells: /\bbirthday\b|\bborn\b|\bdate of birth\b|生日|出生|生于/i },
  {
    asks: /\b(?:job|occupation|profession|employer|career)\b|\bfor a living\b|\b(?:where|who|what|which) .*\bwork\b|\bwhat do(?:es)? (?:\w+ ){1,3}do\W*$|(?<!怎么去|怎么)(?:上班|工作)|职业|[做干]什么(?:的|$)|从事|单位/i,
    tells:
      /\bwork(?:s|ed|ing)? (?:as|at|for)\b|\b(?:job|employ\w+|career|self-employed|freelanc\w+|teach(?:es)?|manages?)\b|\b[\w-]+(?:[eo]r|ist|ian|nurse) (?:at|for|with)\b|(?:\b(?:am|is|as)|[’'][ms]) an? (?:[\w-]+ ){0,3}[\w-]*(?:[eo]r|ist|ian|ant|nurse|chef|clerk)\b|工作|教[数语英物化历地生政体音美]|(?<![坐骑开][一-鿿]{1,5})上班|职业|任职|就职|从事|[当是](?:了|着|一[名位个])?[一-鿿]{0,8}(?:师|员|士|经理|医生|司机|会计|编辑|记者|警察|主管|总监|店长)/i,
  },
  {
    asks: /\bphone\b|\b(?:my|his|her|user[’']s) number\b|\b(?:reach|contact|call|phone|ring) (?:me|him|her)\b|\bget (?:in touch|hold)\b|电话|找到我|手机|号码|联系/i,
    tells: /\b(?:phone|mobile|number)\b|\breach (?:me|him|her)\b|\d[\d -]{7,}\d|电话|手机|号码|联系/i,
  },
  { asks: /\be-?mails?\b|邮箱|邮件/i, tells: /\be-?mails?\b|@\w|邮箱/i },
  {
    asks: /\ballerg|\b(?:can|may|should) (?:i|he|she|we|they) eat\b|\b(?:safe|ok|okay) for (?:me|him|her|us|them)\b|\bfoods?\b.*\b(?:avoid|not)\b|\bnot eat\b|\bcan[’']t .*\beat\b|过敏|忌口|(?:能|可以|敢|不|别)吃/i,
    tells:
      /\ballerg|\bintoleran|\bc(?:o?e)liac\b|\bvegetarian\b|\bvegan\b|\b(?:can[’']t|don[’']t|doesn[’']t|never|cannot) (?:eat|stand|tolerate)|过敏|疹|忌口|不[能敢]?吃|吃素|不耐受/i,
  },
  {
    asks: /\bdrinks?\b|\b(?:wine|beer|alcohol)\b|喝|酒/i,
    tells: /\bdrinks?\b|\b(?:wine|beer|alcohol|coffee|tea|sober)\b|喝|酒|茶|咖啡/i,
  },
  {
    asks: /\bcars?\b|\bdrives?\b|\bvehicle\b|(?<![火单行停堵公骑修])车(?!站)/i,
    tells: /\bcars?\b|\bdrives?\b|\bdrove\b|开(?:着|了|的是)?一?[辆台]|(?<![火单行停堵公骑])车(?!站)/i,
  },
  {
    asks: /\bpets?\b|\b(?:dog|cat|puppy|kitten)(?:s|[’']s)?\b|宠物|养了?什么|狗|猫|动物/i,
    tells:
      /\b(?:pets?|dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|tortoises?|collies?|retrievers?|terriers?|labradors?|poodles?|spaniels?)\b|宠物|狗|猫|犬|柯基|金毛|养了[一两三几]?[只条]|兔|仓鼠|鹦鹉|乌龟/i,
  },
  {
    asks: /\bhobb(?:y|ies)\b|\bpastimes?\b|\b(?:spare|free) time\b|\bfor fun\b|\bsports?\b|\bexercise\b|\bwork(?:ing)? ?out\b|爱好|兴趣|业余|空闲|消遣|运动|锻炼/i,
    tells:
      /\bhobb|\b(?:plays?|playing|enjoys?)\b|\b(?:go|goes|loves?|likes?) \w+ing\b|\b(?:football|tennis|yoga|gym|swimming|swims?|sings?|paints?|running|runs|jogging|cycling|chess|hiking|painting|gardening)\b|爱好|(?<!不)喜欢[去打踢跑爬画唱看听玩做种钓拍弹]|打[球羽篮乒网排]|踢球|跑步|爬山|游泳|瑜伽|健身|钓鱼|摄影|画画/i,
  },
  {
    asks: /\bwhere (?:am|is|are|do|does) .*\bfrom\b|\bgr[oe]w up\b|\bhome ?town\b|哪里人|哪儿人|老家|家乡|故乡|籍贯/i,
    tells: /\bgrew up\b|\braised\b|\bhome ?town\b|\b(?:am|is|comes?|originally) from\b|\bborn in\b|老家|家乡|故乡|籍贯|来自|长大/i,
  },
  {
    asks: /\bstud(?:y|ied)\b|\buniversity\b|\bcollege\b|\bdegree\b|\bmajor(?:ed)?\b|专业|大学|学历|毕业/i,
    tells:
      /\bstud(?:y|ied|ies|ying)\b|\buniversity\b|\bcollege\b|\bdegree\b|\bmajor(?:ed)?\b|\bgraduated\b|专业|大学|学历|毕业|本科|硕士|博士/i,
  },
  {
    asks: /\bmedic(?:ines?|ations?)\b|\b(?:tablets?|pills?)\b|药(?![剂店房学厂])/i,
    tells: /\bmedic(?:ines?|ations?)\b|\b(?:tablets?|pills?|insulin)\b|\d ?mg\b|药(?![剂店房学厂])|胰岛素/i,
  },
  {
    asks: /\b(?:get|wake) up\b|\bgo to (?:bed|sleep)\b|\bbedtime\b|起床|睡觉|几点睡|作息/i,
    tells: /\b(?:gets?|wakes?) up\b|\bbed\b|\bsleeps?\b|起床|睡|作息/i,
  },
];
