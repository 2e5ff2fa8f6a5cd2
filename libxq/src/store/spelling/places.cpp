#include "store/spelling/places.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace xq::store {

namespace {

struct Region {
  std::string_view name;
  std::string_view cities; ///< with blanks between them
};

/// Provinces of China with cities that send players, and countries. Other spellings of a region
/// stand behind a slash, as the first of its cities.
constexpr auto regions = std::to_array<Region>({
    {"北京", ""},
    {"上海", "浦东 普陀 卢湾 静安 黄浦 杨浦 虹口"},
    {"天津", ""},
    {"重庆", ""},
    {"河北", "石家庄 保定 唐山 邯郸 沧州 廊坊 承德 秦皇岛 邢台 张家口 衡水"},
    {"山西", "太原 大同 临汾 吕梁 运城 长治 晋城 阳泉 榆次 蒲县"},
    {"内蒙古", "内蒙 呼和浩特 包头 赤峰 通辽"},
    {"辽宁", "沈阳 大连 鞍山 抚顺 本溪 丹东 锦州 营口 盘锦 阜新 辽阳 铁岭 朝阳"},
    {"吉林", "长春 四平 通化 白城 辽源"},
    {"黑龙江", "哈尔滨 齐齐哈尔 大庆 佳木斯 牡丹江 鸡西 鹤岗 伊春"},
    {"江苏", "南京 苏州 无锡 常州 镇江 扬州 南通 徐州 盐城 淮安 泰州 宿迁 连云港 灌南"},
    {"浙江", "杭州 宁波 温州 绍兴 嘉兴 湖州 金华 台州 丽水 衢州 磐安"},
    {"安徽", "安微 合肥 蚌埠 芜湖 淮南 马鞍山 安庆 阜阳 淮北 铜陵"},
    {"福建", "福州 厦门 泉州 漳州 莆田 龙岩 三明"},
    {"江西", "南昌 九江 赣州 景德镇 萍乡 上饶 宜春 抚州"},
    {"山东", "济南 青岛 烟台 潍坊 淄博 威海 临沂 济宁 枣庄 泰安 德州 日照 寿光 东营"},
    {"河南", "郑州 洛阳 开封 安阳 新乡 南阳 商丘 平顶山 焦作 许昌"},
    {"湖北", "武汉 宜昌 襄樊 襄阳 黄石 荆州 沙市 孝感 蔡甸"},
    {"湖南", "长沙 株洲 湘潭 衡阳 岳阳 常德 邵阳 郴州"},
    {"广东",
     "广州 深圳 珠海 汕头 佛山 东莞 中山 江门 湛江 茂名 肇庆 惠州 梅州 清远 番禺 顺德 澄海 惠来"},
    {"广西", "南宁 桂林 柳州 梧州 北海 玉林 贵港"},
    {"海南", "海口 三亚"},
    {"四川", "成都 绵阳 自贡 泸州 德阳 乐山 南充 宜宾 内江 攀枝花 遂宁"},
    {"贵州", "贵阳 遵义 六盘水"},
    {"云南", "昆明 大理 曲靖 玉溪"},
    {"西藏", "拉萨"},
    {"陕西", "陜西 西安 咸阳 宝鸡 渭南 汉中"},
    {"甘肃", "兰州 天水 白银"},
    {"青海", "西宁"},
    {"宁夏", "宁厦 银川"},
    {"新疆", "乌鲁木齐 克拉玛依"},
    {"香港", ""},
    {"澳门", ""},
    {"台湾", "台北 中华台北 高雄 台中 台南 基隆"},
    {"新加坡", "星洲"},
    {"马来西亚", "西马 东马 吉隆坡 槟城 砂劳越 沙捞越 砂拉越 沙巴 大马"},
    {"菲律宾", "马尼拉"},
    {"越南", "河内 胡志明"},
    {"泰国", "曼谷"},
    {"印尼", "印度尼西亚 雅加达"},
    {"文莱", "汶莱"},
    {"柬埔寨", ""},
    {"缅甸", "仰光"},
    {"日本", "东京"},
    {"韩国", ""},
    {"蒙古", ""},
    {"美国", "美东 美西 纽约 旧金山 洛杉矶"},
    {"加拿大", "加东 加中 加西 温哥华 多伦多"},
    {"澳大利亚", "澳洲 悉尼 墨尔本"},
    {"新西兰", ""},
    {"英国", "伦敦"},
    {"法国", "巴黎"},
    {"德国", ""},
    {"荷兰", ""},
    {"比利时", ""},
    {"意大利", "义大利"},
    {"西班牙", ""},
    {"葡萄牙", ""},
    {"芬兰", ""},
    {"瑞典", ""},
    {"俄罗斯", ""},
    {"乌克兰", ""},
    {"白俄罗斯", ""},
    {"匈牙利", ""},
});

/// Teams of no region.
constexpr auto teams = std::to_array<std::string_view>(
    {"中国",   "南方", "北方", "华东",   "华南",     "华北", "东北",   "西北", "西南", "中南",
     "火车头", "煤矿", "农民", "农协",   "邮电",     "林业", "林协",   "石化", "化工", "冶金",
     "机械",   "机电", "轻工", "纺织",   "电力",     "建设", "解放军", "八一", "前卫", "大学生",
     "通信",   "通讯", "开滦", "老棋手", "亚洲联队", "铁路", "公安",   "银行", "金融", "物资"});

constexpr auto endings = std::to_array<std::string_view>(
    {"队", "棋院", "体协", "体委", "俱乐部", "棋协", "协会", "代表队", "省", "市", "男队", "女队"});

constexpr std::string_view china = "中国";

/// Call f(city) for each city until it returns true.
template <typename F>
bool any_city(const Region& region, F f) {
  std::string_view rest = region.cities;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    if (f(rest.substr(0, end))) {
      return true;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

struct Place {
  std::string_view name;
  std::string_view region;
};

constexpr std::size_t character = 3; ///< bytes of a Chinese one

/// Places by their first character.
using PlaceIndex = std::unordered_map<std::string_view, std::vector<Place>>;

PlaceIndex make_index() {
  PlaceIndex index;
  const auto add = [&](std::string_view name, std::string_view region) {
    index[name.substr(0, character)].push_back({name, region});
  };
  for (const Region& region : regions) {
    add(region.name, region.name);
    any_city(region, [&](std::string_view city) {
      add(city, region.name);
      return false;
    });
  }
  return index;
}

/// The bytes that the longest known place takes at the front.
std::size_t place_at_front(std::string_view text, std::string_view& region) {
  static const PlaceIndex index = make_index();
  std::size_t longest = 0;
  if (const auto found = index.find(text.substr(0, character)); found != index.end()) {
    for (const Place& place : found->second) {
      if (place.name.size() > longest && text.starts_with(place.name)) {
        longest = place.name.size();
        region = place.region;
      }
    }
  }
  return longest;
}

} // namespace

std::string_view region_of(std::string_view team) {
  std::string_view region;
  if (place_at_front(team, region) == 0 && team.starts_with(china)) {
    place_at_front(team.substr(china.size()), region);
  }
  return region;
}

bool is_team(std::string_view text) {
  bool any = false;
  while (!text.empty()) {
    std::string_view region;
    auto taken = place_at_front(text, region);
    if (taken == 0) {
      for (const auto team : teams) {
        taken = text.starts_with(team) ? std::max(taken, team.size()) : taken;
      }
    }
    if (taken == 0) {
      break;
    }
    any = true;
    text.remove_prefix(taken);
  }
  return any && (text.empty() || std::find(endings.begin(), endings.end(), text) != endings.end());
}

std::string_view region_at_end(std::string_view text) {
  for (std::size_t bytes = 6 * character; bytes >= 2 * character; bytes -= character) {
    const auto end = text.substr(text.size() - std::min(text.size(), bytes));
    if (const auto region = region_of(end); !region.empty() && is_team(end)) {
      return region;
    }
  }
  return {};
}

bool is_city(std::string_view text) noexcept {
  return std::any_of(regions.begin(), regions.end(), [&](const Region& region) {
    return any_city(region, [&](std::string_view city) { return city == text; });
  });
}

} // namespace xq::store
