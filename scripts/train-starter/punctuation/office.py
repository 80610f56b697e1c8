"""Sentences as people dictate them at work, made from parts of our own writing: mail, notes, plans, questions."""
import random

import corpus

FIRST = """Anna Ben Carlos Diana Erik Fatima George Hannah Ivan Julia Kevin Laura Marco Nadia Oliver Priya Quentin Rosa Samuel
Tina Umar Vera William Xenia Yusuf Zoe Sarah Michael James Emily Daniel Jessica Thomas Peter Paul Maria Robert Linda David Susan
Mark Karen Steven Nancy Brian Lisa Patricia Jennifer Matthew Andrew Joshua Rachel Amanda Nicole Chris Alex Sam Kim Lee Omar""".split()
LAST = """Miller Schmidt Garcia Novak Jensen Khan Patel Rossi Dubois Kowalski Tanaka Chen Okafor Larsen Hughes Bennett Carter
Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy
Bailey Cooper Richardson Cox Howard Ward Peterson Gray Watson Brooks Kelly Sanders Price Wood Barnes Ross Henderson""".split()
CITIES = """London Berlin Paris Madrid Boston Chicago Dublin Vienna Zurich Toronto Sydney Denver Seattle Houston Munich Oslo Prague
Lisbon Milan Glasgow Brussels Copenhagen Stockholm Amsterdam Hamburg Leeds Oxford Dallas Austin Tokyo Mumbai""".split()
FIRMS = """Northwind Contoso Meridian Halcyon Brightwater Redwood Kestrel Lumen Orchard Pinnacle Silverline Tamarack Vantage
Westfield Zenith Acme Harbour Atlas Beacon Google Microsoft Amazon Siemens Toyota Excel Outlook Zoom Slack""".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
TONGUES = "English German French Spanish Italian Dutch American British European Swiss Chinese Japanese Canadian Irish".split()
SHORT = "PDF USB NDA CEO CFO VAT HR IT API URL FAQ USA UK EU MRI GPS SQL ID ATM TV".split()

SLOTS = {
    "first": FIRST, "last": LAST, "city": CITIES, "firm": FIRMS, "day": DAYS, "month": MONTHS, "tongue": TONGUES, "short": SHORT,
    "name": ["{first}", "{first}", "{first} {last}", "Mr {last}", "Mrs {last}", "Ms {last}", "Dr {last}", "{first} and {first}"],
    "num": "two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty ninety".split(),
    "big": ["{num} hundred", "{num} thousand", "two hundred and fifty", "one million", "twenty five", "thirty two"],
    "ord": "first second third fourth fifth tenth twelfth fifteenth twentieth thirtieth".split(),
    "clock": ["nine", "ten", "eleven thirty", "half past two", "quarter to four", "three o'clock", "noon", "five in the afternoon"],
    "when": ["on {day}", "on {day} morning", "next {day}", "tomorrow", "this afternoon", "next week", "by the end of {month}",
             "on {month} {ord}", "at {clock}", "at {clock} on {day}", "before lunch", "in the morning", "by {day}", "last week", "tonight"],
    "thing": """the report;the contract;the invoice;the budget;the draft;the proposal;the new version;the slides;the agenda;the minutes;
the figures for {month};the {firm} account;the {short} file;the {short};the test results;the schedule;the order;the price list;our offer;
the lease;the insurance form;the travel plan;the job description;the database;the server;the printer;the delivery;the survey;the patient's chart;
the {tongue} translation;your message;the summary;the checklist;the second chapter;the meeting room;the design;the prototype;the bill""".replace("\n", "").split(";"),
    "who": ["I", "I", "I", "we", "we", "you", "they", "{name}", "{first}", "the team", "the client", "the manager", "our lawyer", "everyone",
            "the people in {city}", "she", "he"],
    "act": """send {thing};review {thing};sign {thing};check {thing};finish {thing};talk to {name};call {name};meet {name} in {city};
move the meeting to {day};book a room;cancel {thing};pay {thing};order {num} more boxes;fix {thing};look at {thing} again;
ask {name} for help;wait for {name};take the train to {city};fly to {city};hire {num} people;print {thing};share {thing} with {name};
read {thing} first;update {thing};forward it to {name};answer {name};visit {firm};close {thing};open {thing};test {thing};write to {firm}""".replace("\n", "").split(";"),
    "clause": """{who} would like to {act};{who} will {act} {when};{who} can {act} {when};{who} had to {act};{who} should {act};{who} might {act};
it would be great to {act};it is time to {act};{thing} is ready;{thing} is not ready yet;{thing} looks good;{thing} was late;{thing} arrived {when};
{thing} costs {big} dollars;{thing} needs more work;there are {num} problems with {thing};there is a mistake in {thing};
the meeting is {when};the deadline is {when};{name} is on holiday until {day};
{name} called about {thing};{name} sent me {thing};{name} works for {firm} in {city};{name} asked me to {act};{name} told us that {thing} is late;
I think that {clause};I hope that {clause};I heard that {clause};I am not sure whether {clause};it seems that {clause};I am afraid that {clause};
I did not see {thing};I have not heard back from {name};I have attached {thing};I am writing to you about {thing};I'm working on {thing};
I'll {act} {when};I've read {thing};we're waiting for {thing};we don't need {thing};we've sent {thing} to {name};that's fine with me;
that works for me;this is important;the weather in {city} is terrible;my flight to {city} leaves at {clock};the train was late again;
sales went up by {num} percent in {month};the total is {big} euros;the patient is doing well;the patient was seen {when};
the pain started {num} days ago;the court agreed with {name};the tests are passing;the build failed {when};the code needs a review;
the office is closed {when};lunch is at {clock};my number has changed;nothing has changed since {month};everything went well;
it took {num} hours;it took longer than expected;nobody answered;please {act};please {act} {when};please do not {act};let me know;
let me know if {clause};let's {act} {when};remember to {act};don't forget to {act};make sure that {clause};I really enjoyed our talk""".replace("\n", "").split(";"),
    "bare": """{who} would like to {act};{who} will {act} {when};{thing} is ready;{thing} is late;the meeting is {when};{name} is on holiday;
we need {thing};{who} had to {act};there is a problem with {thing};the train was late;nobody answered;it works;it rains;we have time""".replace("\n", "").split(";"),
    "opener": """However;Therefore;In the meantime;As you know;By the way;First;Second;Finally;Unfortunately;Of course;For example;Then;After that;
Also;Actually;To be honest;In general;Last but not least;On the other hand;Meanwhile;As a result;Well;Yes;No;Okay;Sorry;Thanks;Hi {first};
{first};Dear {name};Hello {name};Good morning {first};Good morning everyone;In {month};On {day};Next week;At the moment;So far;In my opinion""".replace("\n", "").split(";"),
    "plain": "So;And;But;Now;Then;Today;Tomorrow;Next week;On {day};Maybe;Perhaps;Later;Soon".split(";"),
    "sub": "If {bare};When {bare};Because {bare};Although {bare};As soon as {bare};While {bare};Since {bare};Once {bare};Before we {act};After we {act};Unless {bare}".split(";"),
    "tail": "because {bare};if {bare};when {bare};until {bare};as soon as {bare};so that we can {act};before we {act};unless {bare};after {bare}".split(";"),
    "join": ", and {bare};, but {bare};, so {bare};, but I think that {bare};, and then we will {act};, or we will {act};, which is good news;, which is a pity; and {act}".split(";"),
    "list": ["{thing}, {thing}, and {thing}", "{first}, {first}, and {first}", "{city}, {city}, and {city}", "{thing}, {thing}, {thing}, and {thing}",
             "apples, oranges, and bread", "red, green, and blue", "{day}, {day}, and {day}"],
    "question": """Can you {act};Can you {act} {when};Could you please {act};Could you {act} for me;Will you be there {when};Did you {act};Do you want me to {act};
Do we need {thing};Do you have {thing};Does {name} know about this;Have you seen {thing};Have you heard from {name};Has {name} called;Is {thing} ready;
Is it possible to {act};Is there anything else that we need;Are you free {when};Are there any questions about {thing};Was the meeting {when};
What do you think;What do you think about {thing};What time is the meeting;What happened to {thing};What should we do about {thing};
Where is {thing};Where should we meet {when};When will {name} be back;When can you {act};Who is going to {act};Who wrote {thing};Why was {thing} late;
Why did {name} call;How much does {thing} cost;How many people are coming {when};How are you;How was {city};How long will it take to {act};
Which version did you send to {name};Would {day} at {clock} work for you;Would you like to {act};Should we {act};Should I {act} {when};
May I {act};Shall we meet {when};Isn't {thing} ready yet;Don't we need {thing};You have seen {thing}, haven't you;It is ready, isn't it""".replace("\n", "").split(";"),
    "short_one": "Thank you;Thank you very much;Thanks for your help;Thank you for {thing};Sounds good;No problem;Good idea;See you {when};Talk to you soon;Have a nice day;Well done;Not yet;Of course;Great work;Best regards;Kind regards, {first};Best wishes, {name};Yours sincerely, {name}".split(";"),
}


def fill(rng, template):
    while "{" in template:
        before, rest = template.split("{", 1)
        slot, after = rest.split("}", 1)
        template = before + rng.choice(SLOTS[slot]) + after
    return template


def sentence(rng):
    kind = rng.random()
    if kind < 0.2:
        text, end = "{question}", "?"
    elif kind < 0.55:
        text, end = "{clause}", "."
    elif kind < 0.66:
        text, end = "{clause} {tail}", "."
    elif kind < 0.74:
        text, end = rng.choice(["{sub}, {clause}", "{sub}, {clause}", "{sub}, please {act}"]), "."
    elif kind < 0.82:
        text, end = "{opener}, {clause}", "."
    elif kind < 0.85:
        text, end = "{plain} {bare}", "."
    elif kind < 0.93:
        text, end = "{clause}{join}", "."
    elif kind < 0.96:
        text, end = rng.choice(["We need {list}", "Please bring {list}", "I will visit {list}", "The agenda has {list}", "I spoke with {list}"]), "."
    else:
        text, end = "{short_one}", "."
    text = fill(rng, text)
    return text[0].upper() + text[1:] + end


def notes(seed, count):
    """Labelled texts of one to twelve sentences."""
    rng = random.Random(seed)
    for _ in range(count):
        text = " ".join(sentence(rng) for _ in range(rng.randint(1, 12)))
        labelled = corpus.label(text, own=True)
        if labelled:
            yield labelled


if __name__ == "__main__":
    for line in range(12):
        print(sentence(random.Random(line)))
