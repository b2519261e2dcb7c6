//! English names of the time zones of the IANA database, as
//! `Date.prototype.toString` shows them in parentheses.
//!
//! Names and the assignment of zones to them follow the Unicode CLDR (metazone
//! names of locale "en"), as of the present day: what a zone was called before
//! it changed sides is not told. Zones without a name there show their offset.

/// The name in standard time and in daylight time of the zone with this IANA
/// identifier. An empty name means that there is none.
pub(super) fn english_names(zone: &str) -> (&'static str, &'static str) {
    NAMES
        .iter()
        .find(|(_, _, zones)| zones.split(' ').any(|name| name == zone))
        .map_or(("", ""), |&(standard, daylight, _)| (standard, daylight))
}

/// Standard name, daylight name, and the zones that use them. Searched once
/// for each [`super::zone::LocalZone`], so that a list is good enough.
#[rustfmt::skip]
const NAMES: &[(&str, &str, &str)] = &[
    ("Acre Standard Time", "Acre Summer Time",
     "America/Eirunepe America/Porto_Acre America/Rio_Branco Brazil/Acre"),
    ("Afghanistan Time", "",
     "Asia/Kabul"),
    ("Alaska Standard Time", "Alaska Daylight Time",
     "America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat \
      US/Alaska"),
    ("Amazon Standard Time", "Amazon Summer Time",
     "America/Boa_Vista America/Campo_Grande America/Cuiaba America/Manaus America/Porto_Velho Brazil/West"),
    ("American Samoa Standard Time", "",
     "Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa"),
    ("Arabian Standard Time", "Arabian Daylight Time",
     "Asia/Aden Asia/Baghdad Asia/Bahrain Asia/Kuwait Asia/Qatar Asia/Riyadh"),
    ("Argentina Standard Time", "Argentina Summer Time",
     "America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia \
      America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja \
      America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta \
      America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman \
      America/Argentina/Ushuaia America/Buenos_Aires America/Catamarca America/Cordoba America/Jujuy \
      America/Mendoza America/Rosario"),
    ("Armenia Standard Time", "Armenia Summer Time",
     "Asia/Yerevan"),
    ("Atlantic Standard Time", "Atlantic Daylight Time",
     "America/Anguilla America/Antigua America/Aruba America/Barbados America/Blanc-Sablon America/Curacao \
      America/Dominica America/Glace_Bay America/Goose_Bay America/Grenada America/Guadeloupe \
      America/Halifax America/Kralendijk America/Lower_Princes America/Marigot America/Martinique \
      America/Moncton America/Montserrat America/Port_of_Spain America/Puerto_Rico America/Santo_Domingo \
      America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent \
      America/Thule America/Tortola America/Virgin Atlantic/Bermuda Canada/Atlantic"),
    ("Australian Central Standard Time", "Australian Central Daylight Time",
     "Australia/Adelaide Australia/Broken_Hill Australia/Darwin Australia/North Australia/South \
      Australia/Yancowinna"),
    ("Australian Central Western Standard Time", "Australian Central Western Daylight Time",
     "Australia/Eucla"),
    ("Australian Eastern Standard Time", "Australian Eastern Daylight Time",
     "Antarctica/Macquarie Australia/ACT Australia/Brisbane Australia/Canberra Australia/Currie \
      Australia/Hobart Australia/Lindeman Australia/Melbourne Australia/NSW Australia/Queensland \
      Australia/Sydney Australia/Tasmania Australia/Victoria"),
    ("Australian Western Standard Time", "Australian Western Daylight Time",
     "Antarctica/Casey Australia/Perth Australia/West"),
    ("Azerbaijan Standard Time", "Azerbaijan Summer Time",
     "Asia/Baku"),
    ("Azores Standard Time", "Azores Summer Time",
     "Atlantic/Azores"),
    ("Bangladesh Standard Time", "Bangladesh Summer Time",
     "Asia/Dacca Asia/Dhaka"),
    ("Bhutan Time", "",
     "Asia/Thimbu Asia/Thimphu"),
    ("Bolivia Time", "",
     "America/La_Paz"),
    ("Brasilia Standard Time", "Brasilia Summer Time",
     "America/Araguaina America/Bahia America/Belem America/Fortaleza America/Maceio America/Recife \
      America/Santarem America/Sao_Paulo Brazil/East"),
    ("Brunei Time", "",
     "Asia/Brunei"),
    ("Cape Verde Standard Time", "",
     "Atlantic/Cape_Verde"),
    ("Central Africa Time", "",
     "Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Juba Africa/Khartoum \
      Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo Africa/Windhoek"),
    ("Central European Standard Time", "Central European Summer Time",
     "Africa/Algiers Africa/Ceuta Africa/Tunis Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam \
      Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest \
      Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid \
      Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome \
      Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane Europe/Vaduz \
      Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich MET Poland"),
    ("Central Indonesia Time", "",
     "Asia/Makassar Asia/Ujung_Pandang"),
    ("Central Standard Time", "Central Daylight Time",
     "America/Bahia_Banderas America/Belize America/Chicago America/Chihuahua America/Costa_Rica \
      America/El_Salvador America/Guatemala America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN \
      America/Managua America/Matamoros America/Menominee America/Merida America/Mexico_City \
      America/Monterrey America/North_Dakota/Beulah America/North_Dakota/Center \
      America/North_Dakota/New_Salem America/Ojinaga America/Rainy_River America/Rankin_Inlet \
      America/Regina America/Resolute America/Swift_Current America/Tegucigalpa America/Winnipeg CST6CDT \
      Canada/Central Canada/Saskatchewan Mexico/General US/Central US/Indiana-Starke"),
    ("Chamorro Standard Time", "",
     "Pacific/Guam Pacific/Saipan"),
    ("Chatham Standard Time", "Chatham Daylight Time",
     "NZ-CHAT Pacific/Chatham"),
    ("Chile Standard Time", "Chile Summer Time",
     "America/Santiago Chile/Continental"),
    ("China Standard Time", "China Daylight Time",
     "Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau Asia/Shanghai PRC"),
    ("Christmas Island Time", "",
     "Indian/Christmas"),
    ("Chuuk Time", "",
     "Pacific/Chuuk Pacific/Truk Pacific/Yap"),
    ("Cocos Islands Time", "",
     "Indian/Cocos"),
    ("Colombia Standard Time", "Colombia Summer Time",
     "America/Bogota"),
    ("Cook Islands Standard Time", "Cook Islands Summer Time",
     "Pacific/Rarotonga"),
    ("Coordinated Universal Time", "",
     "Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu"),
    ("Cuba Standard Time", "Cuba Daylight Time",
     "America/Havana Cuba"),
    ("Davis Time", "",
     "Antarctica/Davis"),
    ("Dumont d’Urville Time", "",
     "Antarctica/DumontDUrville"),
    ("East Africa Time", "",
     "Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala \
      Africa/Mogadishu Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte"),
    ("Easter Island Standard Time", "Easter Island Summer Time",
     "Chile/EasterIsland Pacific/Easter"),
    ("Eastern European Standard Time", "Eastern European Summer Time",
     "Africa/Cairo Africa/Tripoli Asia/Beirut Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Nicosia EET Egypt \
      Europe/Athens Europe/Bucharest Europe/Chisinau Europe/Helsinki Europe/Kaliningrad Europe/Kiev \
      Europe/Kyiv Europe/Mariehamn Europe/Nicosia Europe/Riga Europe/Sofia Europe/Tallinn Europe/Tiraspol \
      Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye Libya"),
    ("Eastern Indonesia Time", "",
     "Asia/Jayapura"),
    ("Eastern Standard Time", "Eastern Daylight Time",
     "America/Atikokan America/Cancun America/Cayman America/Coral_Harbour America/Detroit \
      America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo \
      America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac \
      America/Indianapolis America/Iqaluit America/Jamaica America/Kentucky/Louisville \
      America/Kentucky/Monticello America/Louisville America/Montreal America/Nassau America/New_York \
      America/Nipigon America/Panama America/Pangnirtung America/Port-au-Prince America/Thunder_Bay \
      America/Toronto Canada/Eastern EST EST5EDT Jamaica US/East-Indiana US/Eastern US/Michigan"),
    ("Ecuador Time", "",
     "America/Guayaquil"),
    ("Falkland Islands Standard Time", "Falkland Islands Summer Time",
     "Atlantic/Stanley"),
    ("Fernando de Noronha Standard Time", "Fernando de Noronha Summer Time",
     "America/Noronha Brazil/DeNoronha"),
    ("Fiji Standard Time", "Fiji Summer Time",
     "Pacific/Fiji"),
    ("French Guiana Time", "",
     "America/Cayenne"),
    ("French Southern & Antarctic Time", "",
     "Indian/Kerguelen"),
    ("Galapagos Time", "",
     "Pacific/Galapagos"),
    ("Gambier Time", "",
     "Pacific/Gambier"),
    ("Georgia Standard Time", "Georgia Summer Time",
     "Asia/Tbilisi"),
    ("Gilbert Islands Time", "",
     "Pacific/Tarawa"),
    ("Greenland Standard Time", "Greenland Summer Time",
     "America/Godthab America/Nuuk America/Scoresbysund"),
    ("Greenwich Mean Time", "",
     "Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry Africa/Dakar \
      Africa/Freetown Africa/Lome Africa/Monrovia Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome \
      Africa/Timbuktu America/Danmarkshavn Antarctica/Troll Atlantic/Reykjavik Atlantic/St_Helena Eire \
      Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Europe/Guernsey Europe/Isle_of_Man Europe/Jersey \
      GMT GMT+0 GMT-0 GMT0 Greenwich Iceland"),
    ("Greenwich Mean Time", "British Summer Time",
     "Europe/Belfast Europe/London GB GB-Eire"),
    ("Greenwich Mean Time", "Irish Standard Time",
     "Europe/Dublin"),
    ("Gulf Standard Time", "",
     "Asia/Dubai Asia/Muscat"),
    ("Guyana Time", "",
     "America/Guyana"),
    ("Hawaii-Aleutian Standard Time", "Hawaii-Aleutian Daylight Time",
     "America/Adak America/Atka HST Pacific/Honolulu Pacific/Johnston US/Aleutian US/Hawaii"),
    ("Hong Kong Standard Time", "Hong Kong Summer Time",
     "Asia/Hong_Kong Hongkong"),
    ("India Standard Time", "",
     "Asia/Calcutta Asia/Colombo Asia/Kolkata"),
    ("Indian Ocean Time", "",
     "Indian/Chagos"),
    ("Indochina Time", "",
     "Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh Asia/Saigon Asia/Vientiane"),
    ("Iran Standard Time", "Iran Daylight Time",
     "Asia/Tehran Iran"),
    ("Irkutsk Standard Time", "Irkutsk Summer Time",
     "Asia/Irkutsk"),
    ("Israel Standard Time", "Israel Daylight Time",
     "Asia/Jerusalem Asia/Tel_Aviv Israel"),
    ("Japan Standard Time", "",
     "Asia/Tokyo Japan"),
    ("Kamchatka Standard Time", "Kamchatka Summer Time",
     "Asia/Anadyr Asia/Kamchatka"),
    ("Kazakhstan Time", "",
     "Asia/Almaty Asia/Aqtau Asia/Aqtobe Asia/Atyrau Asia/Oral Asia/Qostanay Asia/Qyzylorda"),
    ("Khovd Standard Time", "Khovd Summer Time",
     "Asia/Hovd"),
    ("Korean Standard Time", "Korean Daylight Time",
     "Asia/Pyongyang Asia/Seoul ROK"),
    ("Kosrae Time", "",
     "Pacific/Kosrae"),
    ("Krasnoyarsk Standard Time", "Krasnoyarsk Summer Time",
     "Asia/Barnaul Asia/Krasnoyarsk Asia/Novokuznetsk Asia/Novosibirsk Asia/Tomsk"),
    ("Kyrgyzstan Time", "",
     "Asia/Bishkek"),
    ("Line Islands Time", "",
     "Pacific/Kiritimati"),
    ("Lord Howe Standard Time", "Lord Howe Daylight Time",
     "Australia/LHI Australia/Lord_Howe"),
    ("Magadan Standard Time", "Magadan Summer Time",
     "Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk"),
    ("Malaysia Time", "",
     "Asia/Kuala_Lumpur Asia/Kuching"),
    ("Maldives Time", "",
     "Indian/Maldives"),
    ("Marquesas Time", "",
     "Pacific/Marquesas"),
    ("Marshall Islands Time", "",
     "Kwajalein Pacific/Kwajalein Pacific/Majuro"),
    ("Mauritius Standard Time", "Mauritius Summer Time",
     "Indian/Mauritius"),
    ("Mawson Time", "",
     "Antarctica/Mawson"),
    ("Mexican Pacific Standard Time", "Mexican Pacific Daylight Time",
     "America/Hermosillo America/Mazatlan Mexico/BajaSur"),
    ("Moscow Standard Time", "Moscow Summer Time",
     "Europe/Kirov Europe/Minsk Europe/Moscow Europe/Simferopol Europe/Volgograd W-SU"),
    ("Mountain Standard Time", "Mountain Daylight Time",
     "America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Creston America/Dawson_Creek \
      America/Denver America/Edmonton America/Fort_Nelson America/Inuvik America/Phoenix America/Shiprock \
      America/Yellowknife Canada/Mountain MST MST7MDT Navajo US/Arizona US/Mountain"),
    ("Myanmar Time", "",
     "Asia/Rangoon Asia/Yangon"),
    ("Nauru Time", "",
     "Pacific/Nauru"),
    ("Nepal Time", "",
     "Asia/Kathmandu Asia/Katmandu"),
    ("New Caledonia Standard Time", "New Caledonia Summer Time",
     "Pacific/Noumea"),
    ("New Zealand Standard Time", "New Zealand Daylight Time",
     "Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland"),
    ("Newfoundland Standard Time", "Newfoundland Daylight Time",
     "America/St_Johns Canada/Newfoundland"),
    ("Niue Time", "",
     "Pacific/Niue"),
    ("Norfolk Island Standard Time", "Norfolk Island Daylight Time",
     "Pacific/Norfolk"),
    ("Omsk Standard Time", "Omsk Summer Time",
     "Asia/Omsk"),
    ("Pacific Standard Time", "Pacific Daylight Time",
     "America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana America/Vancouver \
      Canada/Pacific Mexico/BajaNorte PST8PDT US/Pacific"),
    ("Pakistan Standard Time", "Pakistan Summer Time",
     "Asia/Karachi"),
    ("Palau Time", "",
     "Pacific/Palau"),
    ("Papua New Guinea Time", "",
     "Pacific/Port_Moresby"),
    ("Paraguay Standard Time", "Paraguay Summer Time",
     "America/Asuncion"),
    ("Peru Standard Time", "Peru Summer Time",
     "America/Lima"),
    ("Philippine Standard Time", "Philippine Summer Time",
     "Asia/Manila"),
    ("Phoenix Islands Time", "",
     "Pacific/Enderbury Pacific/Kanton"),
    ("Pitcairn Time", "",
     "Pacific/Pitcairn"),
    ("Pohnpei Time", "",
     "Pacific/Pohnpei Pacific/Ponape"),
    ("Rothera Time", "",
     "Antarctica/Rothera"),
    ("Réunion Time", "",
     "Indian/Reunion"),
    ("Samara Standard Time", "Samara Summer Time",
     "Europe/Astrakhan Europe/Samara Europe/Saratov Europe/Ulyanovsk"),
    ("Samoa Standard Time", "Samoa Daylight Time",
     "Pacific/Apia"),
    ("Seychelles Time", "",
     "Indian/Mahe"),
    ("Singapore Standard Time", "",
     "Asia/Singapore Singapore"),
    ("Solomon Islands Time", "",
     "Pacific/Guadalcanal"),
    ("South Africa Standard Time", "",
     "Africa/Johannesburg Africa/Maseru Africa/Mbabane"),
    ("South Georgia Time", "",
     "Atlantic/South_Georgia"),
    ("St. Pierre & Miquelon Standard Time", "St. Pierre & Miquelon Daylight Time",
     "America/Miquelon"),
    ("Suriname Time", "",
     "America/Paramaribo"),
    ("Syowa Time", "",
     "Antarctica/Syowa"),
    ("Tahiti Time", "",
     "Pacific/Tahiti"),
    ("Taiwan Standard Time", "Taiwan Daylight Time",
     "Asia/Taipei ROC"),
    ("Tajikistan Time", "",
     "Asia/Dushanbe"),
    ("Timor-Leste Time", "",
     "Asia/Dili"),
    ("Tokelau Time", "",
     "Pacific/Fakaofo"),
    ("Tonga Standard Time", "Tonga Summer Time",
     "Pacific/Tongatapu"),
    ("Turkmenistan Standard Time", "Turkmenistan Summer Time",
     "Asia/Ashgabat Asia/Ashkhabad"),
    ("Tuvalu Time", "",
     "Pacific/Funafuti"),
    ("Türkiye Standard Time", "Türkiye Summer Time",
     "Asia/Istanbul Europe/Istanbul Turkey"),
    ("Ulaanbaatar Standard Time", "Ulaanbaatar Summer Time",
     "Asia/Choibalsan Asia/Ulaanbaatar Asia/Ulan_Bator"),
    ("Uruguay Standard Time", "Uruguay Summer Time",
     "America/Montevideo"),
    ("Uzbekistan Standard Time", "Uzbekistan Summer Time",
     "Asia/Samarkand Asia/Tashkent"),
    ("Vanuatu Standard Time", "Vanuatu Summer Time",
     "Pacific/Efate"),
    ("Venezuela Time", "",
     "America/Caracas"),
    ("Vladivostok Standard Time", "Vladivostok Summer Time",
     "Asia/Ust-Nera Asia/Vladivostok"),
    ("Vostok Time", "",
     "Antarctica/Vostok"),
    ("Wake Island Time", "",
     "Pacific/Wake"),
    ("Wallis & Futuna Time", "",
     "Pacific/Wallis"),
    ("West Africa Time", "",
     "Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville \
      Africa/Luanda Africa/Malabo Africa/Ndjamena Africa/Niamey Africa/Porto-Novo"),
    ("Western European Standard Time", "Western European Summer Time",
     "Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira Europe/Lisbon Portugal WET"),
    ("Western Indonesia Time", "",
     "Asia/Jakarta Asia/Pontianak"),
    ("Yakutsk Standard Time", "Yakutsk Summer Time",
     "Asia/Chita Asia/Khandyga Asia/Yakutsk"),
    ("Yekaterinburg Standard Time", "Yekaterinburg Summer Time",
     "Asia/Yekaterinburg"),
    ("Yukon Time", "",
     "America/Dawson America/Whitehorse Canada/Yukon"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_names() {
        let central = ("Central European Standard Time", "Central European Summer Time");
        assert_eq!(english_names("Europe/Berlin"), central);
        assert_eq!(english_names("America/New_York"), ("Eastern Standard Time", "Eastern Daylight Time"));
        assert_eq!(english_names("UTC"), ("Coordinated Universal Time", ""));
        assert_eq!(english_names("Europe"), ("", ""));
    }

    #[test]
    fn no_zone_has_two_names() {
        let mut zones: Vec<&str> = NAMES.iter().flat_map(|(_, _, zones)| zones.split(' ')).collect();
        let all = zones.len();
        zones.sort_unstable();
        zones.dedup();
        assert_eq!(zones.len(), all);
    }
}
