/** Parts of demo names (domain §9): realistic, but of no real person or company. */

export const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常',
]

const GIVEN = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉萍红建国文辉力斌鹏飞玲燕云洁梅琳晶莹雪慧婷欣怡佳宁博宇浩然子轩思远清源嘉诚',
]

/** 200 given names: every single sign, then pairs. */
export const GIVEN_NAMES: readonly string[] = (() => {
  const found = new Set<string>(GIVEN)
  for (let step = 1; found.size < 200; step += 1)
    for (let i = 0; i + step < GIVEN.length && found.size < 200; i += 3) found.add(`${GIVEN[i]}${GIVEN[i + step]}`)
  return [...found].slice(0, 200)
})()

export const CITIES = [
  '杭州',
  '苏州',
  '成都',
  '武汉',
  '广州',
  '南京',
  '西安',
  '长沙',
  '青岛',
  '合肥',
  '郑州',
  '厦门',
  '昆明',
  '济南',
  '宁波',
  '重庆',
]
export const COMPANY_HEAD = ['康', '瑞', '华', '诚']
export const COMPANY_TAIL = ['泰', '禾', '安', '源']
export const COMPANY_TRADE = ['医药', '生物', '制药']
export const HOSPITAL_NO = ['一', '二', '三', '四', '五', '六']
export const DEPARTMENTS = [
  '心内科',
  '呼吸内科',
  '消化内科',
  '内分泌科',
  '神经内科',
  '肿瘤科',
  '风湿免疫科',
  '肾内科',
  '骨科',
  '普外科',
  '儿科',
  '妇产科',
]
export const TITLES = ['主任医师', '副主任医师', '主治医师', '住院医师']
export const BANKS = ['招商银行', '中国工商银行', '中国建设银行', '中国农业银行', '中国银行']
export const DISEASES = [
  '高血压',
  '2型糖尿病',
  '慢阻肺',
  '类风湿关节炎',
  '冠心病',
  '慢性肾病',
  '胃食管反流',
  '骨质疏松',
  '非小细胞肺癌',
  '偏头痛',
]

/** Names of activities of each plan type, by planType. */
export const PLAN_NAMES: Readonly<Record<number, string>> = {
  1: '学术研讨会',
  2: '专题讲座',
  3: '病例征集',
  4: '临床调研',
  5: '用药反馈',
  6: '专业评审',
  7: '患者教育',
  8: '知识创作',
}

/** The `n`-th company name. 16 cities × 4 × 4 × 3 = 768 different ones; beyond that a number distinguishes them. */
export const companyName = (n: number): string => {
  const city = CITIES[n % 16]
  const rest = n + Math.floor(n / 16)
  const name = `${city}${COMPANY_HEAD[rest % 4]}${COMPANY_TAIL[Math.floor(rest / 4) % 4]}${COMPANY_TRADE[Math.floor(n / 3) % 3]}`
  return n < 48 ? `${name}有限公司` : `${name}${n}号有限公司`
}

/** The `n`-th doctor's name: surnames × given names without a repeat for 20,000. */
export const doctorName = (n: number): string =>
  `${SURNAMES[(n * 7) % SURNAMES.length]}${GIVEN_NAMES[(n * 13 + Math.floor(n / SURNAMES.length) * 3) % GIVEN_NAMES.length]}`

/** The `n`-th hospital of 96. */
export const hospitalName = (n: number): string => `${CITIES[n % 16]}市第${HOSPITAL_NO[Math.floor(n / 16) % 6]}人民医院`
