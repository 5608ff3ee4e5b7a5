/** What people ask a memory: about themselves, those around them, and their work. The counterweight to general-questions.ts. */
const ENGLISH = `What does the user like?
What does the user prefer for breakfast?
Where does she live?
What is his job?
Who is her manager?
When is their birthday?
What is the name of my dog?
Which city do they come from?
How does he travel to work?
What should I remember about the user?
What did we decide about the project?
When is the deadline for our release?
Which server does the team use?
What did the customer ask for?
How much money can we spend?
Is she allergic to anything?
What are his hobbies?
Which language are they learning?
Who are the members of her family?
What did I say last week?
What are the plans for the weekend?
Which problems did they have recently?
When did she start the new job?
How should I contact him?
What kind of car does my brother drive?`;

const CHINESE = `用户喜欢什么
他早餐想吃什么
她住在哪里
他的工作是什么
她的领导是谁
他什么时候过生日
我的狗叫什么名字
他们是哪里人
他怎么去上班
关于用户要记住什么
我们对项目做了什么决定
发布的截止日期是哪天
团队使用哪台服务器
客户提出了什么要求
我们能花多少钱
她对什么过敏
他有什么爱好
他们在学什么语言
她家里有哪些人
我上周说了什么
周末有什么计划
最近遇到了什么问题
她什么时候开始新工作
我应该怎么联系他
我哥哥开什么车`;

export const PERSONAL_QUESTIONS: readonly string[] = [ENGLISH, CHINESE].flatMap((lines) => lines.split('\n'));
