/**
 * Frequent content words of Chinese that an English encoder would misread by the dictionary's choice, because their first or most ordinary sense is
 * not the one people mean when they talk about themselves (打 "dozen", 叫 "call", 信 "letter", 宠物 "house pet"). One English wording each.
 */
const MEANINGS = `
叫 be called; 名叫 be called; 打 play; 开 drive; 养 keep; 养了 keep; 当 work as; 读 study; 住 live; 做 do; 干 do; 看 read watch; 换 change; 买 buy; 卖 sell; 花 spend; 用 use; 写 write;
学 learn; 教 teach; 信 believe; 吃 eat; 喝 drink; 抽 smoke; 戒 quit; 戴 wear; 穿 wear; 带 bring; 拿 take; 放 put; 存 save; 借 borrow; 还钱 pay back money; 欠 owe; 付 pay; 交 hand in;
修 repair; 坏 broken; 坏了 broken; 搬 move house; 搬到 move to; 搬去 move to; 去 go; 来 come; 回 return; 走 walk; 跑 run; 骑 ride; 坐 sit; 站 stand; 睡 sleep; 起 get up; 等 wait;
找 look for; 见 meet; 接 pick up; 送 send; 发 send; 收 receive; 约 appointment; 请 please; 帮 help; 给 give; 说 say; 讲 tell; 问 ask; 答 answer; 听 listen; 记 remember; 忘 forget;
爱 love; 怕 afraid; 恨 hate; 想要 want; 讨厌 dislike; 喜欢 like; 爱好 hobby; 兴趣 interest; 希望 wish; 打算 plan; 计划 plan; 安排 schedule; 准备 prepare; 决定 decide;
病 illness; 疼 pain; 痛 pain; 药 medicine; 吃药 take medicine; 过敏 allergic; 忌口 dietary restriction; 体检 medical checkup; 失眠 insomnia; 睡不着 cannot sleep; 锻炼 exercise; 运动 sport; 健身 gym workout; 健身房 gym;
工作 work job; 职业 profession job; 上班 go to work; 下班 finish work; 上下班 commute; 上学 go to school; 放学 after school; 加班 work overtime; 出差 business trip; 开会 meeting; 会议 meeting;
同事 colleague; 领导 boss; 上司 boss; 经理 manager; 老板 boss; 客户 customer; 用户 user; 员工 employee; 团队 team; 项目 project; 产品 product; 公司 company; 单位 workplace; 部门 department;
家 home family; 家里 at home; 家人 family; 爱人 spouse; 老公 husband; 老婆 wife; 丈夫 husband; 妻子 wife; 太太 wife; 先生 mister; 媳妇 wife; 婆婆 mother-in-law; 孩子 child; 小孩 child; 儿子 son; 女儿 daughter;
爸爸 father; 爸 father; 妈妈 mother; 妈 mother; 父亲 father; 母亲 mother; 爸妈 parents; 爷爷 grandfather; 奶奶 grandmother; 外公 grandfather; 外婆 grandmother; 哥哥 older brother; 弟弟 younger brother; 姐姐 older sister; 妹妹 younger sister;
闺蜜 best friend; 女友 girlfriend; 男友 boyfriend; 朋友 friend; 邻居 neighbour; 房东 landlord; 房租 rent; 房贷 mortgage; 房子 house; 住址 home address; 地址 address; 老家 hometown; 家乡 hometown; 哪里人 from where; 小名 nickname; 称呼 form of address; 姓 surname;
宠物 pet; 狗 dog; 猫 cat; 鱼 fish; 花 flower; 车 car; 手机 phone; 电话 phone; 打电话 make a phone call; 电脑 computer; 邮箱 email address; 邮件 email; 密码 password; 钥匙 key; 证件 document; 家电 home appliance;
早饭 breakfast; 早餐 breakfast; 午饭 lunch; 晚饭 dinner; 饮料 drink; 口味 taste; 辣 spicy; 甜 sweet; 素 vegetarian; 吃素 vegetarian; 肉 meat; 饭 meal; 菜 dish food; 汤 soup; 酒 alcohol; 烟 smoking; 茶 tea;
书 book; 电影 film; 歌 song; 课 class; 琴 piano; 球 ball; 棋 chess; 画 draw; 字 written character; 语言 language; 外语 foreign language; 专业 study major; 学历 education degree; 毕业 graduate; 学校 school; 大学 university; 老师 teacher; 学生 student;
钱 money; 元 yuan; 块钱 yuan; 价格 price; 工资 salary; 预算 budget; 存款 savings; 账单 bill; 报销 expense claim; 礼物 gift; 生日 birthday; 过生日 birthday; 结婚 get married; 婚礼 wedding; 假期 holiday; 旅游 travel; 旅行 travel; 行程 travel schedule; 酒店 hotel; 飞机 plane; 航班 flight; 火车 train; 座位 seat; 护照 passport; 签证 visa; 到期 expire; 过期 expire;
代码 code; 编程 programming; 程序 program; 服务 service; 服务器 server; 数据 data; 数据库 database; 接口 API; 端口 port; 前端 frontend; 后端 backend; 分支 branch; 合并 merge; 提交 commit; 部署 deploy; 上线 go live; 发版 release; 发布 release; 版本 version; 测试 test; 环境 environment; 日志 log; 备份 backup; 密钥 secret key; 限流 rate limit; 线程 thread; 进程 process; 内存 memory; 模块 module; 构建 build; 仓库 repository; 报错 error; 文档 document; 框架 framework; 消息队列 message queue;
陈 Chen; 李 Li; 王 Wang; 刘 Liu; 赵 Zhao; 吴 Wu; 宿舍 dormitory; 室友 roommate; 实习 internship; 学期 semester; 下学期 next semester; 上学期 last semester; 家教 tutor; 论文 thesis; 导师 supervisor; 教授 professor; 幼儿园 kindergarten; 考试 exam; 成绩 grade;
联系 contact; 联系方式 contact details; 城市 city; 学习 study; 收入 income; 兼职 part-time job; 会员 member; 卡 card; 银行卡 bank card; 饭卡 meal card; 腰 lower back; 头疼 headache; 乐器 musical instrument; 弹 play instrument; 火锅 hot pot; 阳光 sunshine; 公益 public charity; 宣传 promotion; 方面 aspect; 讲话 speak; 熬夜 stay up late; 靠窗 window side;
签 sign; 协议 agreement; 提 mention; 条件 condition; 门 door; 年龄 age; 身高 height; 体重 weight; 牌子 brand; 品牌 brand; 颜色 colour; 配色 colour scheme; 编辑器 editor; 深色 dark colour; 作息 daily routine; 理财 personal finance; 目标 goal; 收藏 collection; 藏品 collection; 位置 place; 意见 opinion; 关系 relationship; 对象 partner;
写法 way of writing; 做法 recipe; 怎么办 what to do; 是什么 what is; 意思 meaning; 原理 principle; 区别 difference; 作用 function; 原因 reason; 方法 method; 要求 requirement; 注意 note; 事情 thing; 东西 thing; 情况 situation; 问题 problem question
`;

export const COMMON_WORDS: ReadonlyMap<string, string> = new Map(
  MEANINGS.split(/;\s*/u)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry): [string, string] => {
      const space = entry.indexOf(' ');
      return [entry.slice(0, space), entry.slice(space + 1)];
    }),
);
