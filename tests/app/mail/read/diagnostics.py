"""What mail servers answer when they do not take a letter, each kind in its own words.

`{}` is the reader's address.
"""

ADDRESS = """
550 5.1.1 <{}>: Recipient address rejected: User unknown in virtual mailbox table
550 5.1.1 <{}>: Recipient address rejected: User unknown in local recipient table
550 5.1.1 <{}>: Recipient address rejected: undeliverable address: host mail.example.org said: 550 no such
5.1.1 unknown user: "bo"
5.4.4 Host or domain name not found. Name service error for name=example.org type=AAAA: Host not found
5.4.4 unable to look up host example.org: Name or service not known; domain not found
5.1.10 Domain example.org does not accept mail (nullMX)
550 Unrouteable address
550 No such user here
550 Unknown user
550 No Such User Here"
550-Verification of recipient failed: 550 unknown local-part "bo" in domain "example.org"
all relevant MX records point to non-existent hosts: 550 unrouteable mail domain "example.org"
Sorry, no mailbox here by that name. (#5.1.1)
Sorry, I couldn't find any host named example.org. (#5.1.2)
511 sorry, no mailbox here by that name (#5.1.1 - chkuser)
550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient {} not found by SMTP address lookup
550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT010.eop-EUR02.prod.protection.example.org]
550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [VI1EUR04FT042.eop-eur04.example.org]
550 5.4.310 DNS domain example.org does not exist [Message=InfoDomainNonexistent]
550 5.1.0 Address rejected. {} recipient unknown
550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking
550 5.2.1 The email account that you tried to reach is inactive. For more information, go to p=DisabledUser
550 5.2.1 The email account that you tried to reach is disabled.
554 delivery error: dd This user doesn't have a yahoo.example account ({}) [0] - mta1010.mail.example.org
554 30 Sorry, your message to {} cannot be delivered. This mailbox is disabled (554.30).
552 1 Requested mail action aborted, mailbox not found
550 5.1.1 <{}>: user does not exist
550 5.1.6 <{}>: recipient no longer on server: the account has been closed
550 Requested action not taken: mailbox unavailable
550 Requested action not taken: mailbox unavailable For explanation visit
550-Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record of the address
550 5.1.1 <{}> User unknown; rejecting (gmx)
550 5.1.1 Nie ma takiego konta / no such user (wp)
550 Konto nieaktywne lub zablokowane
550 5.1.1 <{}>: Recipient address rejected: User unknown; nieznany adresat
550 5.2.1 <{}>: Recipient address rejected: mailbox disabled, not accepting messages (onet)
554 5.1.1 <{}>: Recipient address rejected: Adres nie istnieje
550 5.1.1 Adresát neexistuje: no such recipient here (seznam)
550 5.2.1 Mailbox inactive; schránka byla zrušena
550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]
550 5.1.1 <{}>: Recipient address rejected: utilisateur inconnu (free)
550 5.5.0 Boite du destinataire archivee. Archived recipient (laposte)
550 5.1.1 <{}> Adresse de destinataire inconnue / unknown recipient. LPN007_510
550 Message was not accepted -- invalid mailbox. Local mailbox {} is unavailable: user not found
550 Message was not accepted -- invalid mailbox. Local mailbox {} is unavailable: account is disabled
550 5.1.1 <{}>... User unknown
553 5.3.0 <{}>... No such user here
550 5.2.1 <{}>... Mailbox disabled for this recipient
550 #5.1.0 Address rejected.
550 5.1.1 Mailbox does not exist
551 5.1.1 User not local; please try another address
553 5.1.3 Invalid recipient address syntax
550 5.1.1 Empfänger unbekannt
550 Die Adresse existiert nicht
550 5.1.1 Benutzer unbekannt (t-online)
550 unknown user (web)
550 5.1.1 <{}>: Email address could not be found, or was misspelled (G8)
550 [SUSPEND] Mailbox currently suspended - Please contact correspondance directly
550 5.1.1 unknown or illegal alias: {}
550 User {} has no mailbox here
"""

US = """
550-5.7.26 Your email has been blocked because the sender is unauthenticated. Gmail requires SPF or DKIM
550 5.7.26 This mail has been blocked because the sender is unauthenticated.
550-5.7.25 [192.0.2.1] The IP address sending this message does not have a PTR record setup
550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail.
421-4.7.28 Gmail has detected an unusual rate of email originating from your IP address
552-5.2.3 Your message exceeded Google's message size limits.
552 5.3.4 Message size exceeds fixed limit
550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Part of their network is on our block list
550 5.7.515 Access denied, sending domain play.example doesn't meet the required authentication level
550 5.7.606 Access denied, banned sending IP [192.0.2.1]
550 5.7.509 Access denied, sending domain play.example does not pass DMARC verification and has a DMARC
550 5.7.511 Access denied, banned sender[192.0.2.1]
550 5.7.350 Remote server returned message detected as spam -> 554 rejected
550 5.7.124 RESOLVER.RST.SenderNotInAllowedSendersList
550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required
550 5.1.8 Access denied, bad outbound sender
550 5.1.7 Bad sender's mailbox address syntax
550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient
550 5.6.0 M2MCVT.StorageError; content conversion failed
550 5.6.2 SMTPSEND.BareLinefeedsAreIllegal
550 5.0.350 Remote server returned an error -> 550 Rejected because 192.0.2.1 is in a black list at
554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.example/error-codes
553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list
554 5.7.1 [CS01] Message rejected due to local policy. Please visit
550 5.7.1 [HM08] Message rejected due to local policy. Please visit https://support.apple.example
550 5.7.1 Your email was rejected due to having a domain present in a list (icloud)
554-Transaction failed Reject due to policy restrictions. For explanation visit https://postmaster.gmx.example
554 Transaction failed. Unauthenticated email is not accepted from this domain
550-Requested action not taken: local policy violation (Mail rejected by DMARC)
554-No SMTP service. Bad DNS PTR resource record.
554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org
554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: cannot find your reverse hostname, [192.0.2.1]
450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]
550 5.7.23 <{}>: Recipient address rejected: Message rejected due to: SPF fail - not authorized
550 5.1.8 <b.1@play.example>: Sender address rejected: Domain not found
550 <b.1@play.example>: Sender address rejected: User unknown in virtual mailbox table
504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname
550 Verification failed for <b.1@play.example> No Such User Here Sender verify failed
550-Callback setup failed while verifying <b.1@play.example>; sender verify failed
550 This message was classified as SPAM and may not be delivered
554 5.7.1 Message scored too high on spam scale
550 Administrative prohibition: rejected because of spam content
550 rejected because 192.0.2.1 is in a black list at bl.spamcop.net
550 Message rejected: virus found in attachment
552 Message size exceeds maximum permitted
550-"JunkMail rejected - play.example [192.0.2.1]:41234 is in an RBL"
550 5.7.1 Blocked by Barracuda reputation
554 5.7.1 Spam message rejected (wp)
550 5.7.1 Wiadomość odrzucona jako niepożądana
554 5.7.1 Odrzucono: brak rekordu SPF nadawcy (onet)
550 Polityka antyspamowa: wiadomość odrzucona (interia)
550 5.7.1 Spam: zpráva odmítnuta (seznam)
554 5.7.1 Email rejected due to security policies (seznam), see https://napoveda.example
550 5.2.0 Mail rejected. ofr_506 [506]
421 mwinf5c04 ME Trop de connexions, too many connections, slow down. OFR004_104 [104]
550 5.7.1 Service refuse. Veuillez verifier la configuration SPF. LPN007_401
550 spam detected (free)
554 5.7.1 Courrier refusé: contenu indésirable
550 5.7.1 Spam message rejected. Please visit https://help.mail.example/notspam-support/id?c=x
550 Message rejected under suspicion of SPAM; https://ya.example/s/1
554 5.7.1 [1] Message rejected under suspicion of SPAM
550 5.7.0 Local Policy Violation
554 5.6.0 Message contains invalid header
550 5.7.1 Relay access denied
550 relay not permitted
554 5.7.1 TLS required by security policy
550 5.7.1 Nachricht abgelehnt: Spamverdacht
550 Message refused: unwanted bulk mail
550 High probability of spam
571 Message Refused
554 5.7.0 Your server IP address is in the SORBS DNS database, bye
550 5.7.1 Mail from 192.0.2.1 rejected due to listing in SURBL
550 DY-001 Unfortunately, messages from 192.0.2.1 weren't sent. We have limits for how many messages can be
421 Too many concurrent SMTP connections
541 5.4.1 Message rejected by AntiSpam filter
554 Denied (Mode: normal): message is refused by policy
"""

PASSING = """
421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints,
552 5.2.2 <{}>: Recipient address rejected: Mailbox is full
452 4.2.2 <{}>: Mailbox full; over quota
552-5.2.2 The email account that you tried to reach is over quota. Please direct the recipient to free space
452-4.2.2 The recipient's inbox is out of storage space and inactive.
550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages
450 4.2.1 The user you are trying to contact is receiving mail too quickly.
552 5.2.2 <{}>: user is over quota
552 1 Requested mail action aborted, mailbox is full; exceeded storage allocation quota
554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException
550 5.2.2 Mailbox quota exceeded for {}
552 Requested mail action aborted: exceeded storage allocation
552-Requested mail action aborted Quota exceeded (mailbox for user is full)
550 5.7.1 Das Postfach ist voll
552 5.2.2 Skrzynka jest przepełniona; mailbox is full (wp)
552 5.2.2 Przekroczono limit pojemności konta (onet)
552 5.2.2 Schránka adresáta je plná (seznam)
552 5.2.2 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]
552 5.2.2 Over quota (free)
550 Message was not accepted -- mailbox is full: quota exceeded (mail.ru)
Sorry, the user has exceeded the disk quota. (#5.2.2)
4.4.1 connect to mail.example.org[192.0.2.25]:25: Connection timed out
4.4.1 connect to mail.example.org[192.0.2.25]:25: Connection refused
4.4.7 Message expired: delivery time expired
4.4.2 lost connection with mail.example.org[192.0.2.25] while receiving the initial server greeting
5.4.7 delivery time expired, message was in the queue too long
550 5.4.300 Message expired -> 421 4.4.0 Remote server did not answer
550 4.4.7 QUEUE.Expired; message expired
550 5.4.316 Message expired, connection refused(Socket error code 10061)
550 5.4.14 Hop count exceeded - possible mail loop ATTR34
retry timeout exceeded
retry time not reached for any host after a long failure period
all hosts for 'example.org' have been failing for a long time (and retry time not reached)
I'm not going to try again; this message has been in the queue too long.
Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)
451 4.3.0 Temporary lookup failure
450 4.1.1 <{}>: Recipient address rejected: unverified address: connection refused
451 Greylisted, please come back in 300 seconds
450 4.2.0 <{}>: Recipient address rejected: Greylisted
421 Service not available, closing transmission channel
432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded
554 5.4.6 <{}>: mail for example.org loops back to myself
554 5.4.12 SMTP; Hop count exceeded - too many hops
550 5.3.1 Not enough disk space
552 Mailbox size limit exceeded
452 4.2.2 Le compte a atteint son quota
451 4.7.500 Server busy. Please try again later
451 4.3.5 Server configuration problem
550 5.3.2 System not accepting network messages
"""


def said_of(text: str) -> list[str]:
    return [line.replace("{}", "bo@example.org") for line in text.strip().split("\n")]
